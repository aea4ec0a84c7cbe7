import { getRefundable } from '@greenroom/contract/money/refund/refund.endpoints'
import { listRefundRequests } from '@greenroom/contract/money/refund-request/refund-request.endpoints'
import { orderReads } from '../../../shared/money/order-reads/order-reads.ts'

/** Reads that show a request, its order or its refund. */
export const refundRequestReads = [listRefundRequests, getRefundable, ...orderReads]
