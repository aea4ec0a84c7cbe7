/** What an accountant may change from a day on. The plain settings hold before the first period. */
export interface TaxPeriodSettings {
  GST_RATE: number
  GST_ON_USD_ORDERS: 'on' | 'off'
  GST_ON_SEZ_ORDERS: 'on' | 'off'
  LUT_NUMBER?: string | undefined
  COMPANY_ADDRESS: string
  INVOICE_SAC: string
  INVOICE_SAC_EVENTS?: string | undefined
  INVOICE_SAC_MEMBERSHIPS?: string | undefined
  INVOICE_SAC_PAYMENT_PAGES?: string | undefined
}

/** What changes on a day in India, YYYY-MM-DD. Everything else stays as it was before. */
export type TaxPeriod = { from: string } & { [Name in keyof TaxPeriodSettings]?: TaxPeriodSettings[Name] }

/** The days in India, YYYY-MM-DD, that decide when a service is supplied. */
interface SupplyDays {
  paid: string
  /** The date of the invoice. */
  invoiced: string
  /** When what was sold takes place; null if it has no day of its own. */
  takesPlace: string | null
}

/** Returns the settings of a day in India. */
export function settingsOn<Given extends TaxPeriodSettings & { TAX_PERIODS: readonly TaxPeriod[] }>(
  settings: Given,
  day: string,
): Given {
  const { from: _, ...changed } = Object.assign(
    { from: '' },
    ...settings.TAX_PERIODS.filter(({ from }) => from <= day),
  )
  return { ...settings, ...changed }
}

/**
 * Returns the time of supply: the day of the payment or of the invoice, whichever is earlier.
 * @see CGST Act, section 13(2)
 */
export function timeOfSupply({ paid, invoiced }: SupplyDays): string {
  return paid < invoiced ? paid : invoiced
}

/**
 * Returns the day whose rate applies. If the rate changes, the side of the change decides on which two of service,
 * invoice and payment are, so it is the middle one of the three days.
 * @see CGST Act, section 14
 */
export function dayOfRate({ paid, invoiced, takesPlace }: SupplyDays): string {
  // A recording is supplied when it is paid, whenever it was made.
  const supplied = takesPlace === null || takesPlace < paid ? paid : takesPlace
  return [paid, invoiced, supplied].sort()[1] as string
}
