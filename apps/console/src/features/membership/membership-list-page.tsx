import { listMemberships, type Membership } from '@greenroom/contract/membership/membership.endpoints'
import { Button } from '@mantine/core'
import { IconRefresh, IconRosetteDiscount } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { failureHelp } from '../../lib/api/api-error.ts'
import { useRead } from '../../lib/api/hooks.ts'
import { LazyCouponDialog } from '../../shared/coupon-dialog/lazy-coupon-dialog.ts'
import { CardGrid } from '../../ui/card-grid.tsx'
import { preloadDialog } from '../../ui/dialog.tsx'
import { SkeletonCards } from '../../ui/skeleton-cards.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { MembershipCard } from './membership-card.tsx'
import classes from './membership-list-page.module.css'
import { membershipWords } from './membership-messages.ts'

const route = getRouteApi('/signed-in/memberships')

/** The memberships with their coupons (MEM-02 to MEM-04, CPN-10). */
export function MembershipListPage() {
  const { coupons } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useRead(listMemberships, { query: {} })
  const panel = useRef<HTMLDivElement>(null)

  // A dialog is a step that the browser's Back undoes; closing it leaves no second step behind.
  const show = (id: string) => void navigate({ search: { coupons: id }, resetScroll: false })
  const close = () => void navigate({ search: {}, replace: true, resetScroll: false })

  const opened = list.data?.find(({ _id }) => _id === coupons)
  // After it is closed it keeps what it showed, so that it can fade out.
  const [last, setLast] = useState<Membership>()
  if (opened !== undefined && opened !== last) setLast(opened)

  const isUnknown = coupons !== undefined && list.data !== undefined && opened === undefined
  useEffect(() => {
    if (isUnknown) void navigate({ search: {}, replace: true, resetScroll: false })
  }, [isUnknown, navigate])

  return (
    <>
      <div ref={panel} tabIndex={-1} className={classes.panel}>
        {list.data === undefined ? (
          list.isPending ? (
            <SkeletonCards label={membershipWords.loading} count={4} />
          ) : (
            <StatePanel
              kind="error"
              title={membershipWords.failed}
              help={failureHelp(list.error)}
              action={
                <Button
                  variant="default"
                  leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
                  onClick={() => {
                    panel.current?.focus({ preventScroll: true })
                    void list.refetch()
                  }}
                >
                  {membershipWords.retry}
                </Button>
              }
            />
          )
        ) : list.data.length === 0 ? (
          <StatePanel
            kind="empty"
            icon={<IconRosetteDiscount size={20} stroke={1.5} aria-hidden="true" />}
            title={membershipWords.empty}
            help={membershipWords.emptyHelp}
          />
        ) : (
          <CardGrid label={membershipWords.cardsLabel}>
            {list.data.map((membership) => (
              <MembershipCard
                key={membership._id}
                membership={membership}
                onAddCoupon={() => show(membership._id)}
                onIntent={fetchDialogAhead}
              />
            ))}
          </CardGrid>
        )}
      </div>
      <Suspense fallback={null}>
        {last && (
          <LazyCouponDialog
            opened={opened !== undefined}
            entityId={last._id}
            entityType="membership"
            entityTitle={last.name}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

function fetchDialogAhead() {
  // One that fails now is asked for again when its dialog is opened.
  for (const fetchPart of [preloadDialog, LazyCouponDialog.preload]) fetchPart().catch(() => undefined)
}
