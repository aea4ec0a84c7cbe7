/** The ledgers of the journal, with the names that they have unless `JOURNAL_LEDGERS` gives others. */
const defaultLedgers = {
  /** What the gateway owes: payments that it hasn't settled yet. */
  gateway: 'Razorpay',
  bank: 'Bank',
  sales: 'Sales',
  cgst: 'Output CGST',
  sgst: 'Output SGST',
  igst: 'Output IGST',
  fees: 'Gateway charges',
  input_tax: 'Input GST on gateway charges',
  disputes: 'Disputed payments',
  adjustments: 'Gateway adjustments',
} as const
export type Ledger = keyof typeof defaultLedgers
export type LedgerNames = Readonly<Record<Ledger, string>>

/** Tally's limit is longer; names of this length still fit its reports. */
const longestName = 100

/**
 * Reads names of ledgers: "sales=Course sales; bank=HDFC Bank".
 * @throws Error with the part that can't be read
 */
export function readLedgers(text: string): LedgerNames {
  const names: Record<Ledger, string> = { ...defaultLedgers }
  for (const part of text.split(';').map((one) => one.trim())) {
    if (part === '') continue
    const [, ledger = '', name = ''] = /^(\w+)\s*=\s*(.+)$/.exec(part) ?? []
    if (!Object.hasOwn(names, ledger) || name.length > longestName) {
      throw new Error(`"${part}" must be a ledger and its name, such as bank=HDFC Bank`)
    }
    names[ledger as Ledger] = name
  }
  return names
}
