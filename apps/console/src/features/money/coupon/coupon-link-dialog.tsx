import {
  getCoupon,
  listCoupons,
  listCouponsOfEntity,
  listLinkedEntities,
  saveCouponsOfEntity,
} from '@greenroom/contract/money/coupon/coupon.endpoints'
import type { CouponEntityType, ListedCoupon } from '@greenroom/contract/money/coupon/coupon.schema'
import { listMemberships } from '@greenroom/contract/money/membership/membership.endpoints'
import { listMasterclasses } from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import { Button } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall, useRead } from '../../../lib/api/hooks.ts'
import { formatCardTime } from '../../../lib/dates.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
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
import { couponLinkMessages as messages } from './coupon-page-messages.ts'

interface CouponLinkDialogProps {
  opened: boolean
  /** As the list showed them when the dialog was opened. */
  coupons: readonly ListedCoupon[]
  onClose: () => void
  onDone: () => void
}

/** A masterclass or a membership that gets the coupons. */
interface Target {
  id: string
  type: CouponEntityType
  name: string
  detail: string
  /** Why it did not get them. */
  problem?: string
}

const stale = [
  listCoupons,
  getCoupon,
  listLinkedEntities,
  listCouponsOfEntity,
  listMasterclasses,
  listMemberships,
]

/** Links several coupons to masterclasses and memberships, and names those that did not get them (OQ-696). */
export function CouponLinkDialog({ opened, coupons, onClose, onDone }: CouponLinkDialogProps) {
  const [targets, setTargets] = useState<readonly Target[]>([])
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const { call } = useCall(saveCouponsOfEntity, { invalidates: stale })
  const isShown = useIsShown(opened)
  const linkAll = async () => {
    const failed: Target[] = []
    for (const target of targets) {
      const body = {
        // Only ids: linking must not overwrite terms that somebody has changed since.
        coupons: coupons.map(({ _id }) => ({ _id })),
        entity_id: target.id,
        entity_type: target.type,
      }
      try {
        await call({ body })
      } catch (reason) {
        failed.push({ ...target, problem: failureMessage(reason) })
      }
    }
    return { failed, linked: targets.length - failed.length }
  }
  const submit = async () => {
    if (targets.length === 0) {
      setError(messages.none)
      return
    }
    setIsBusy(true)
    const { failed } = await notify.progress(
      linkAll(),
      {
        pending: messages.pending,
        success: ({ linked }) => messages.success(coupons.length, linked, targets.length),
        error: failureMessage,
      },
      { isOnScreen: true },
    )
    setIsBusy(false)
    if (!isShown.current) return
    if (failed.length === 0) return onDone()
    setTargets(failed)
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      closable={!isBusy}
      title={messages.title(coupons.length)}
      footer={
        <>
          <Button variant="subtle" disabled={isBusy} onClick={onClose}>
            {messages.cancel}
          </Button>
          <BusyButton busy={isBusy} onClick={() => void submit()}>
            {messages.submit(coupons.length)}
          </BusyButton>
        </>
      }
    >
      <div className="gr-stack">
        <p className="gr-small gr-break">{coupons.map(({ code }) => code).join(', ')}</p>
        <TargetPicker
          error={error}
          picked={new Set(targets.map(({ id }) => id))}
          onPick={(target) => {
            setTargets([...targets, target])
            setError(undefined)
          }}
        />
        {targets.length > 0 && (
          <ul className="gr-stack" aria-label={messages.targets}>
            {targets.map((target) => (
              <li key={target.id} className="gr-wrap">
                <span className="gr-grow gr-break">
                  {target.name}
                  <br />
                  <span className="gr-small gr-quiet">{target.detail}</span>
                  {target.problem && (
                    <>
                      <br />
                      <span className="gr-error">{messages.notLinked(target.problem)}</span>
                    </>
                  )}
                </span>
                <IconButton
                  label={messages.remove(target.name)}
                  icon={<IconX size={16} stroke={1.5} aria-hidden="true" />}
                  disabled={isBusy}
                  onClick={() => setTargets(targets.filter(({ id }) => id !== target.id))}
                />
              </li>
            ))}
          </ul>
        )}
        <p className="gr-small gr-faint">{messages.already}</p>
      </div>
    </Dialog>
  )
}

interface TargetPickerProps {
  error: string | undefined
  picked: ReadonlySet<string>
  onPick: (target: Target) => void
}

/** Finds masterclasses by the server's search, and memberships, which are few, among all of them. */
function TargetPicker({ error, picked, onPick }: TargetPickerProps) {
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
        detail: formatCardTime(start_time),
      })),
    ]
  return (
    <RecordPicker
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
