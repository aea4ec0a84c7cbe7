import type { Sale } from '@greenroom/contract/money'
import type { Call } from '../../../platform/call.ts'
import { listSales } from './sales.repository.ts'

/** Returns what each of these entities has sold, per currency; an entity without sales is absent (OQ-198). */
export async function salesOf(call: Call, entityIds: readonly string[]): Promise<Map<string, Sale[]>> {
  const sales = new Map<string, Sale[]>()
  for (const { entity_id, ...sale } of await listSales(call.db, entityIds)) {
    sales.set(entity_id, [...(sales.get(entity_id) ?? []), sale])
  }
  return sales
}
