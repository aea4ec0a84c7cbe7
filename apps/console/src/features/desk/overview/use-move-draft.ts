import { getOverview } from '@greenroom/contract/desk/overview/overview.endpoints'
import type { AccountTime } from '@greenroom/contract/desk/overview/overview.schema'
import { getEvent, listEvents, updateEvent } from '@greenroom/contract/sessions/event/event.endpoints'
import { updateMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import {
  getMasterclass,
  listMasterclasses,
} from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import { useState } from 'react'
import { useCall } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { accountMessages as messages } from './overview-messages.ts'

/** Moves a draft to another meeting account, and offers to take it back. */
export function useMoveDraft() {
  const masterclass = useCall(updateMasterclass, {
    invalidates: [getOverview, listMasterclasses, getMasterclass],
  })
  const webinar = useCall(updateEvent, { invalidates: [getOverview, listEvents, getEvent] })
  const [moving, setMoving] = useState<string>()

  /** @returns resolves when it is done or has failed, which a toast tells */
  const move = async (time: AccountTime, from: MeetingAccount, to: MeetingAccount): Promise<void> => {
    setMoving(time._id)
    const { call } = time.kind === 'masterclass' ? masterclass : webinar
    const work: Promise<unknown> = call({ params: { id: time._id }, body: { zoom_hub_name: to } })
    try {
      await notify.progress(
        work,
        {
          pending: messages.moving,
          success: messages.moved(time.title, to),
          error: messages.notMoved,
        },
        { subject: time._id, undo: () => () => void move(time, to, from) },
      )
    } catch {
      // The toast has told it.
    } finally {
      setMoving(undefined)
    }
  }
  return { move, moving }
}
