/** Messages of the Memberships screen. */
export const membershipMessages = {
  cardsLabel: 'Memberships',
  loading: 'Loading memberships...',
  empty: 'No memberships found',
  emptyHelp: 'Memberships come from the public product.',
  loadFailed: 'Error loading memberships.',
  addCoupon: 'Add Coupon',
  originalPrice: 'Original price',
  members: (count: number) => (count === 1 ? '1 member' : `${count.toLocaleString('en-IN')} members`),
  noCoupons: 'No coupons',
  more: (count: number) => `and ${count} more`,
  coupons: (count: number) => (count === 1 ? '1 coupon' : `${count} coupons`),
} as const
