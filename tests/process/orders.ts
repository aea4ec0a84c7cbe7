import { newId } from '../../apps/api/src/platform/database/record-id.ts'
import type { DatabaseServer } from './database-server.ts'

export interface InsertedOrder {
  id: string
  paymentId: string
}

/** Inserts a completed order of ₹2,499 as the public product does. */
export async function insertOrder(
  database: Pick<DatabaseServer, 'query'>,
  { completedAt = null }: { completedAt?: string | null } = {},
): Promise<InsertedOrder> {
  const id = newId()
  const paymentId = `pay_${id.replaceAll('-', '')}`
  await database.query(`
    insert into transaction (id, reference_order_id, payment_id, status, amount, currency_code, created_at, completed_at,
      entity_type, entity_id, entity_title, user_id, user_first_name, user_last_name, user_phone, user_email)
    values ('${id}', 'ORD-${id}', '${paymentId}', 'completed', 249900, 'INR', now(),
      ${completedAt === null ? 'null' : `'${completedAt}'`}, 'masterclass', '${newId()}', 'Save tax the legal way',
      '${newId()}', 'Kavya', 'Menon', '+919876543210', 'kavya@buyer.example')`)
  return { id, paymentId }
}
