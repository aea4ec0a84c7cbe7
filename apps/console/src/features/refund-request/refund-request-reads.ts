import { getRefundable } from '@greenroom/contract/refund/refund.endpoints'
import { listRefundRequests } from '@greenroom/contract/refund-request/refund-request.endpoints'
import { orderReads } from '../../shared/order-reads/order-reads.ts'

/** Reads that show a request, its order or its refund. */
export const refundRequestReads = [listRefundRequests, getRefundable, ...orderReads]
