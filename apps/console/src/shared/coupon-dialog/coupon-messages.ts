/** Words of the coupon dialog (CPN-19, CPN-20, MC-46); those of its fields are couponMessages of the contract. */
export const couponDialogMessages = {
  create: { pending: 'Creating Coupons', success: 'Coupons Created', error: 'Could not create coupons.' },
  /** Where nothing is created, so that the specification's text would be untrue. */
  link: (count: number) => {
    const coupons = count === 1 ? 'coupon' : 'coupons'
    return {
      pending: `Linking ${coupons}`,
      success: count === 1 ? 'Coupon linked' : 'Coupons linked',
      error: `Could not link ${coupons}.`,
    }
  },
  /** @param picked what the coupon said when it was added here; stored: what it says now */
  changed: (code: string, { picked, stored }: { picked: string; stored: string }) =>
    `Someone else changed ${code} from “${picked}” to “${stored}”. Save again to link it as it is now, or remove it.`,
  changeStatus: {
    pending: 'Changing coupon status',
    success: 'Coupon status changed',
    error: 'Could not change coupon status.',
  },
  /** Under "Valid till": when the picked day ends. The zone is named where the viewer has another one. */
  validity: (zone: string | undefined) =>
    zone === undefined ? 'The end of this day' : `The end of this day, ${zone}`,
  formFirst: 'Add or cancel the new coupon first',
  loading: 'Loading coupons...',
  empty: 'No coupons found',
  emptyHelp: 'Search for a coupon or create one, then save.',
  failed: 'Error loading coupons.',
} as const
