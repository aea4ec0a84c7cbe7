import {
  getCoupon,
  listCoupons,
  listCouponsOfEntity,
  listLinkedEntities,
  saveCouponsOfEntity,
} from '@greenroom/contract/money/coupon/coupon.endpoints'
import { couponEntityTypes, type ListedCoupon } from '@greenroom/contract/money/coupon/coupon.schema'
import { listMemberships } from '@greenroom/contract/money/membership/membership.endpoints'
import { listMasterclasses } from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import { Button } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type Ref, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall, useRead } from '../../../lib/api/hooks.ts'
import { formatTime } from '../../../lib/dates.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { useKeptDialog } from '../../../shared/record/kept-dialog/use-kept-dialog.tsx'
import {
  filteredRows,
  mostRows,
  searchedRows,
  usePickerSearch,
} from '../../../shared/record/record-picker/picker-rows.ts'
import { RecordPicker } from '../../../shared/record/record-picker/record-picker.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import classes from './coupon-link-dialog.module.css'
import { couponLinkMessages as messages } from './coupon-page-messages.ts'
import { linkInTurn } from './link-in-turn.ts'

interface CouponLinkDialogProps {
  opened: boolean
  /** As the list showed them when the dialog was opened. */
  coupons: readonly ListedCoupon[]
  onClose: () => void
  onDone: () => void
}

const Target = z.object({
  id: z.string(),
  type: z.enum(couponEntityTypes),
  name: z.string(),
  detail: z.string(),
})
/** A masterclass or a membership that gets the coupons. */
type Target = z.infer<typeof Target>

const Targets = z.object({ targets: z.array(Target) })

const stale = [
  listCoupons,
  getCoupon,
  listLinkedEntities,
  listCouponsOfEntity,
  listMasterclasses,
  listMemberships,
]

/** Thrown after a press that did not link all products, with the message of its toast. */
class NotAllLinked extends Error {
  constructor(
    readonly left: Awaited<ReturnType<typeof linkInTurn<Target>>>,
    message: string,
  ) {
    super(message)
  }
}

/** Links several coupons to masterclasses and memberships, and names those that did not get them (OQ-696). */
export function CouponLinkDialog({ opened, coupons, onClose, onDone }: CouponLinkDialogProps) {
  const [error, setError] = useState<string>()
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { call } = useCall(saveCouponsOfEntity, { invalidates: stale })
  const isShown = useIsShown(opened)
  const kept = useKeptDialog({
    name: 'coupon-links',
    // Only for the same coupons.
    id: coupons
      .map(({ _id }) => _id)
      .sort()
      .join(),
    values: Targets,
    start: { targets: [] },
    what: messages.what,
    opened,
    isSaving: isBusy,
    onClose,
  })
  const { targets } = kept.values

  const linkAll = async () => {
    const left = await linkInTurn(targets, ({ id, type }) =>
      // Only ids: linking must not overwrite terms that somebody has changed since.
      call({ body: { coupons: coupons.map(({ _id }) => ({ _id })), entity_id: id, entity_type: type } }),
    )
    if (left.length > 0)
      throw new NotAllLinked(
        left,
        messages.linked(coupons.length, targets.length - left.length, targets.length),
      )
  }
  const submit = async () => {
    if (targets.length === 0) {
      setError(messages.none)
      field.current?.focus()
      return
    }
    setIsBusy(true)
    setProblems(new Map())
    try {
      await notify.progress(
        linkAll(),
        {
          pending: messages.pending,
          success: messages.linked(coupons.length, targets.length, targets.length),
          error: (reason) => (reason instanceof NotAllLinked ? reason.message : failureMessage(reason)),
        },
        { isOnScreen: true },
      )
      kept.finish()
      if (isShown.current) onDone()
    } catch (reason) {
      if (!(reason instanceof NotAllLinked)) throw reason
      kept.change({ targets: reason.left.map(({ target }) => target) })
      setProblems(
        new Map(reason.left.flatMap(({ target, problem }) => (problem ? [[target.id, problem]] : []))),
      )
    } finally {
      setIsBusy(false)
    }
  }
  const remove = (target: Target, place: number) => {
    kept.change({ targets: targets.filter(({ id }) => id !== target.id) })
    // The next product takes the place of the removed one.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll('button') ?? []
      ;(buttons[Math.min(place, buttons.length - 1)] ?? field.current)?.focus()
    })
  }
  return (
    <>
      <Dialog
        opened={opened}
        onClose={kept.close}
        closable={!isBusy}
        title={messages.title(coupons.length)}
        footer={
          <>
            <Button size="md" variant="subtle" disabled={isBusy} onClick={kept.close}>
              {messages.cancel}
            </Button>
            <BusyButton size="md" busy={isBusy} onClick={() => void submit()}>
              {messages.submit(coupons.length)}
            </BusyButton>
          </>
        }
      >
        <div className="gr-stack">
          <p className="gr-small gr-break">{coupons.map(({ code }) => code).join(', ')}</p>
          {kept.notice}
          <TargetPicker
            ref={field}
            error={error}
            disabled={isBusy}
            picked={new Set(targets.map(({ id }) => id))}
            onPick={(target) => {
              kept.change({ targets: [...targets, target] })
              setError(undefined)
            }}
          />
          {targets.length > 0 && (
            <ul ref={list} aria-label={messages.targets}>
              {targets.map((target, place) => (
                <li key={target.id} className={classes.target}>
                  <div>
                    <div className="gr-break">{target.name}</div>
                    <div className="gr-small gr-quiet">{target.detail}</div>
                    {problems.has(target.id) && <div className="gr-error">{problems.get(target.id)}</div>}
                  </div>
                  <IconButton
                    label={messages.remove(target.name)}
                    icon={<IconX size={16} stroke={1.5} aria-hidden="true" />}
                    disabled={isBusy}
                    onClick={() => remove(target, place)}
                  />
                </li>
              ))}
            </ul>
          )}
          <p className="gr-small gr-faint">{messages.already}</p>
        </div>
      </Dialog>
      {kept.question}
    </>
  )
}

interface TargetPickerProps {
  ref: Ref<HTMLInputElement>
  disabled: boolean
  error: string | undefined
  picked: ReadonlySet<string>
  onPick: (target: Target) => void
}

/** Finds masterclasses by the server's search, and memberships, which are few, among all of them. */
function TargetPicker({ ref, disabled, error, picked, onPick }: TargetPickerProps) {
  const search = usePickerSearch()
  const query = { search: search.text, limit: mostRows }
  const masterclasses = useRead(listMasterclasses, { query }, { enabled: search.isOpen })
  const memberships = useRead(listMemberships, { query: { limit: 100 } }, { enabled: search.isOpen })
  const found = searchedRows(masterclasses, search)
  const others = filteredRows(memberships, search, ({ name }) => name)
  const rows: Target[] | undefined = found.rows &&
    others.rows && [
      ...others.rows.map(({ _id, name }) => ({
        id: _id,
        type: 'membership' as const,
        name,
        detail: messages.membership,
      })),
      ...found.rows.map(({ _id, title, start_time }) => ({
        id: _id,
        type: 'masterclass' as const,
        name: title,
        detail: formatTime(start_time),
      })),
    ]
  return (
    <RecordPicker
      ref={ref}
      disabled={disabled}
      label={messages.search}
      placeholder={messages.placeholder}
      data-autofocus
      error={error}
      leftSection={<IconSearch size={15} stroke={1.5} aria-hidden="true" />}
      messages={messages.picker}
      search={search}
      found={{
        rows,
        error: found.error ?? others.error,
        retry: () => {
          found.retry()
          others.retry()
        },
        note: found.note,
      }}
      optionOf={(target) => ({
        id: target.id,
        name: target.name,
        detail: target.detail,
        ...(picked.has(target.id) ? { mark: messages.added, disabled: true } : {}),
      })}
      onPick={onPick}
    />
  )
}
