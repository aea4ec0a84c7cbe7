import { normalizedGstin } from './gstin.ts'

/** Tells whether what was given as a buyer's GSTIN is the supplier's own. */
export function isOwnGstin(gstin: string | undefined, { COMPANY_GSTIN }: { COMPANY_GSTIN: string }): boolean {
  return gstin !== undefined && normalizedGstin(gstin) === normalizedGstin(COMPANY_GSTIN)
}
