import type { PublicOrder } from '@greenroom/contract/outside/public-read/order-read.endpoints'
import { notFound } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { readOrderRow } from './order-read.repository.ts'

/**
 * Returns an order to the product that sold it (OQ-440).
 * @param reference as the product sent it
 * @throws AppError NOT_FOUND
 */
export async function readOrder(call: Call, reference: string): Promise<PublicOrder> {
  const row = await readOrderRow(call.db, reference)
  if (!row) throw notFound()
  return { ...row, created_at: row.created_at.toISOString() }
}
