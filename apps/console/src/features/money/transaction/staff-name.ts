import type { TransactionDetail } from '@greenroom/contract/money/transaction/transaction-detail.schema'

/** Returns the name of a member of staff by e-mail address; the address if nobody has it any more (OQ-666). */
export function staffName({ staff }: Pick<TransactionDetail, 'staff'>, email: string): string {
  return staff.find((one) => one.email.toLowerCase() === email.toLowerCase())?.name ?? email
}
