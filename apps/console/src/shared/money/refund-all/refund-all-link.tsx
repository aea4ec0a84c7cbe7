import type { createRefundBatch } from '@greenroom/contract/money/refund-batch/refund-batch.endpoints'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'

/**
 * Returns a fact of a session that leads to the refund of all its orders (OQ-840); none for roles that may not refund.
 * @param type of its orders
 */
export function useRefundAllFact(type: 'masterclass' | 'events', session: string) {
  const mayRefund = useMay<typeof createRefundBatch>('money.refund')
  if (!mayRefund) return []
  return [
    {
      term: 'Cancelled?',
      value: (
        <Link {...paths.newRefundBatch(session, type)} className="gr-accent gr-underline">
          Refund all orders
        </Link>
      ),
    },
  ]
}
