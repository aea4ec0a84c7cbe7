/** Texts of the coupon dialog (CPN-19, CPN-20, MC-46); its fields use couponMessages of the contract. */
export const couponDialogMessages = {
  create: { pending: 'Creating Coupons', success: 'Coupons Created', error: 'Could not create coupons.' },
  /** For picked coupons only: the specification's text says that they are created. */
  link: (count: number) => {
    const coupons = count === 1 ? 'coupon' : 'coupons'
    return {
      pending: `Linking ${coupons}`,
      success: count === 1 ? 'Coupon linked' : 'Coupons linked',
      error: `Could not link ${coupons}.`,
    }
  },
  /** @param picked the coupon's terms when it was added; stored: its terms now */
  changed: (code: string, { picked, stored }: { picked: string; stored: string }) =>
    `Someone else changed ${code} from “${picked}” to “${stored}”. Save again to link it as it is now, or remove it.`,
  changeStatus: {
    pending: 'Changing coupon status',
    success: 'Coupon status changed',
    error: 'Could not change coupon status.',
  },
  /** Under "Valid till". @param zone the business's zone, if the viewer's is another */
  validity: (zone: string | undefined) =>
    zone === undefined ? 'The end of this day' : `The end of this day, ${zone}`,
  formFirst: 'Add or cancel the new coupon first',
  loading: 'Loading coupons...',
  empty: 'No coupons found',
  emptyHelp: 'Search for a coupon or create one, then save.',
  failed: 'Error loading coupons.',
} as const
