/** Words of the screen of memberships. */
export const membershipMessages = {
  cardsLabel: 'Memberships',
  loading: 'Loading memberships...',
  /** OQ-110 */
  empty: 'No memberships found',
  emptyHelp: 'Memberships come from the public product.',
  /** MEM-04 */
  loadFailed: 'Error loading memberships.',
  /** MEM-03 */
  addCoupon: 'Add Coupon',
  originalPrice: 'Original price',
} as const
