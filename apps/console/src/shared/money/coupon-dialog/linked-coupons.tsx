import { listCouponsOfEntity, setCouponLinkStatus } from '@greenroom/contract/money/coupon/coupon.endpoints'
import { type CouponEntityType, CouponLink } from '@greenroom/contract/money/coupon/coupon.schema'
import { Switch } from '@mantine/core'
import { IconRosetteDiscount } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { queryKey, useCall, useRead } from '../../../lib/api/hooks.ts'
import { isStale } from '../../../lib/api/outdated.ts'
import { failureText, notify } from '../../../lib/notify.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { editConflictMessages } from '../../record/edit-conflict/edit-conflict-messages.ts'
import { NothingLeft } from '../../record/edit-conflict/save-edit.ts'
import { LoadFailure } from '../../record/record-list/load-failure.tsx'
import classes from './coupon-dialog.module.css'
import { couponDialogMessages } from './coupon-messages.ts'
import { CouponRow, type CouponVenue } from './coupon-row.tsx'

/** The coupons that are linked to an entity, and their switches. */
export function useLinkedCoupons(entityId: string, entityType: CouponEntityType, enabled: boolean) {
  const client = useQueryClient()
  const input = { params: { masterclassId: entityId }, query: { entity_type: entityType } }
  const read = useRead(listCouponsOfEntity, input, { enabled, keepPrevious: false })
  const changing = useCall(setCouponLinkStatus, { invalidates: [] })
  const [changingIds, setChangingIds] = useState<ReadonlySet<string>>(new Set())

  const keep = async (change: (before: CouponLink[]) => CouponLink[]) => {
    const key = queryKey(listCouponsOfEntity, input)
    // A response from before this change would undo it on the screen.
    await client.cancelQueries({ queryKey: key })
    client.setQueryData<CouponLink[]>(key, (before) => change(before ?? []))
  }
  const switchTo = async (link: CouponLink, isActive: boolean): Promise<CouponLink> => {
    const body = { coupon_id: link.coupon_id._id, entity_id: entityId, is_active: isActive }
    try {
      return (await changing.call({ version: link.version, body })).data
    } catch (error) {
      if (!isStale(error)) throw error
      // Someone else has switched it in the meantime, which does not contradict this change (OQ-109).
      const stored = z.parse(CouponLink, error.data)
      if (stored.is_active !== isActive) return switchTo(stored, isActive)
      throw new NothingLeft(editConflictMessages.alreadyMade, { values: {}, version: stored.version }, stored)
    }
  }
  const changeStatus = async (changed: CouponLink, isActive: boolean) => {
    const { _id } = changed.coupon_id
    if (changingIds.has(_id)) return
    setChangingIds((before) => new Set(before).add(_id))
    try {
      const messages = couponDialogMessages.changeStatus
      const error = (reason: unknown) =>
        reason instanceof NothingLeft ? reason.message : failureText(messages.error, reason)
      const link = await notify.progress(switchTo(changed, isActive), { ...messages, error })
      await keep((before) => before.map((one) => (one.coupon_id._id === _id ? link : one)))
    } catch {
      // The toast has reported it. After a lost response, or somebody else's change, only the server knows the state.
      void read.refetch()
    } finally {
      setChangingIds((before) => new Set([...before].filter((id) => id !== _id)))
    }
  }
  return { read, links: read.data ?? [], keep, changingIds, changeStatus }
}

interface LinkedCouponsProps {
  linked: ReturnType<typeof useLinkedCoupons>
  venue: CouponVenue
  /** Whether coupons that are not linked yet are above them. */
  isBelowOthers: boolean
}

/** The rows of the linked coupons, or why there are none. */
export function LinkedCoupons({ linked, venue, isBelowOthers }: LinkedCouponsProps) {
  const { read, links, changingIds } = linked
  if (read.isPending) return <LoadingRows />
  if (read.isError && !read.data) {
    return (
      <LoadFailure
        title={couponDialogMessages.failed}
        error={read.error}
        onRetry={() => void read.refetch()}
      />
    )
  }
  if (links.length === 0) {
    return (
      !isBelowOthers && (
        <StatePanel
          kind="empty"
          icon={IconRosetteDiscount}
          title={couponDialogMessages.empty}
          help={couponDialogMessages.emptyHelp}
        />
      )
    )
  }
  return (
    <section aria-label="Linked coupons" className={isBelowOthers ? classes.linked : undefined}>
      <ul>
        {links.map((one) => {
          const isChanging = changingIds.has(one.coupon_id._id)
          return (
            <CouponRow
              key={one.coupon_id._id}
              coupon={one.coupon_id}
              venue={venue}
              action={
                <>
                  {isChanging && <Spinner />}
                  <Switch
                    label="Active"
                    aria-label={`Active, ${one.coupon_id.code}`}
                    checked={one.is_active}
                    aria-busy={isChanging || undefined}
                    onChange={(event) => void linked.changeStatus(one, event.currentTarget.checked)}
                  />
                </>
              }
            />
          )
        })}
      </ul>
    </section>
  )
}

function LoadingRows() {
  return (
    <Loading label={couponDialogMessages.loading}>
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className={classes.loading}>
          <Skeleton width="30%" height={14} />
          <Skeleton width="45%" />
        </div>
      ))}
    </Loading>
  )
}
