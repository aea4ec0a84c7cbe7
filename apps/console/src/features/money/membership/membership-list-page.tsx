import type { saveCouponsOfEntity } from '@greenroom/contract/money/coupon/coupon.endpoints'
import { listMemberships } from '@greenroom/contract/money/membership/membership.endpoints'
import { IconRosetteDiscount } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { usePagedRows } from '../../../lib/api/paged-rows.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { LazyCouponDialog } from '../../../shared/money/coupon-dialog/lazy-coupon-dialog.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useDialogSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { MembershipLines } from './membership-lines.tsx'
import { membershipMessages } from './membership-messages.ts'

const route = getRouteApi('/signed-in/memberships')

interface Dialogs {
  coupons?: string | undefined
}

/** The memberships and their coupons (MEM-02 to MEM-04, CPN-10). */
export function MembershipListPage(): ReactNode {
  const { coupons } = route.useSearch()
  const list = usePagedRows(listMemberships)
  const mayLink = useMay<typeof saveCouponsOfEntity>('content.write')
  const { open, close } = useDialogSearch<Dialogs>({ coupons: undefined })
  const opened = list.rows?.find(({ _id }) => _id === coupons)
  const { last } = useLastOpened(opened)

  const isUnknown = coupons !== undefined && list.rows !== undefined && opened === undefined
  useEffect(() => {
    if (isUnknown) close()
  }, [isUnknown, close])

  return (
    <>
      <RecordList
        list={list}
        messages={membershipMessages}
        icon={IconRosetteDiscount}
        skeleton={<MembershipLines.Skeleton count={5} />}
        panel={useListPanel()}
      >
        {(rows) => (
          <MembershipLines
            rows={rows}
            mayLink={mayLink}
            onAddCoupon={({ _id }) => open({ coupons: _id })}
            onIntent={() => prefetchDialogs(LazyCouponDialog)}
          />
        )}
      </RecordList>
      {last && (
        <LazyCouponDialog
          opened={opened !== undefined}
          entityId={last._id}
          entityType="membership"
          entityTitle={last.name}
          prices={[last.price]}
          startTime={null}
          onClose={close}
        />
      )}
    </>
  )
}
