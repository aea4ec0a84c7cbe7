import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { CheckedSession } from '@greenroom/contract/sessions/publish-check/publish-check.rules'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { notify, type Remedy } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { LoadingDialog } from '../../../ui/lazy-dialog.tsx'
import { passFailure } from '../../record/record-form/passed-failure.ts'
import { useClashQuestion } from './clash-question.tsx'
import type { Booking } from './find-clashes.ts'

export interface CardPublishProps<T> {
  /** Starts publishing when it becomes true. */
  opened: boolean
  record: T
  onClose: () => void
  /** Called once it is published. */
  onDone: () => void
}

interface Publishing<T> extends CardPublishProps<T> {
  /**
   * @param account moves the session to this account first
   * @param remedy offered by the toast of a failure
   */
  publish: (account: MeetingAccount | undefined, remedy: Remedy) => Promise<unknown>
  /** The link to the record's form. */
  edit: LinkProps
  /** The record for the check before publishing. */
  checked: CheckedSession
  /** The link to the coupons of the record. */
  coupons?: LinkProps
}

const notPublished = 'Not published. Publish it again: there is a question to answer first.'

/**
 * Publishes a session from its card: asks only if its account is booked then (OQ-112, OQ-189). Until that is known, a
 * dialog takes the keys, and closing it gives the publishing up (OQ-603).
 */
export function CardPublish<T extends Booking & { _id: string }>({
  opened,
  record,
  publish,
  edit,
  checked,
  coupons,
  onClose,
  onDone,
}: Publishing<T>) {
  const navigate = useNavigate()
  const clash = useClashQuestion()
  const isShown = useIsShown()
  const [isDecided, setIsDecided] = useState(false)
  const isOpen = useRef(opened)
  isOpen.current = opened

  const run = async () => {
    let failure: unknown
    try {
      const answer = await clash.decide('publish', record, record._id, {
        session: checked,
        isAwaited: () => isOpen.current,
        linkOf: ({ field }) => (field === 'coupons' ? 'Open the coupons' : 'Go to the field'),
        onFollow: ({ field }, message) => {
          if (field === 'coupons' && coupons) return void navigate(coupons)
          // The form shows the message at its field.
          passFailure(record._id, new ApiError(400, { message, errors: [{ path: field, message }] }))
          void navigate(edit)
        },
      })
      setIsDecided(true)
      if (!isOpen.current) return
      if (answer === false) {
        // The screen was left while the question was on its way.
        if (!isShown.current) notify.error(notPublished)
        return
      }
      const openForm = () => {
        passFailure(record._id, failure)
        void navigate(edit)
      }
      const remedy = { label: 'Open the form', onClick: openForm }
      await publish(answer === true ? undefined : answer, remedy)
      onDone()
    } catch (reason) {
      // The toast has the reason and the way to the form, which shows it again.
      failure = reason
    } finally {
      // The card may have been opened again meanwhile.
      if (isOpen.current) onClose()
    }
  }
  const latestRun = useRef(run)
  latestRun.current = run
  useEffect(() => {
    if (opened) void latestRun.current()
  }, [opened])

  return clash.dialog ?? (opened && !isDecided && <LoadingDialog onClose={onClose} />)
}
