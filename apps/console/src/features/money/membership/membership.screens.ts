import type { saveCouponsOfEntity } from '@greenroom/contract/money/coupon/coupon.endpoints'
import type { listMemberships } from '@greenroom/contract/money/membership/membership.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const MembershipListPage = lazyPart('memberships', () =>
  import('./membership-list-page.tsx').then((part) => part.MembershipListPage),
)

/** The screens of this section. */
export const membershipScreens = [
  screen({
    path: paths.memberships,
    component: MembershipListPage,
    search: { coupons: text },
    heading: 'Coupons Management',
    opens: needed<typeof listMemberships>('content.read'),
    forms: { coupons: needed<typeof saveCouponsOfEntity>('content.write') },
  }),
] as const
