import type { PublicOrder } from '@greenroom/contract/outside/public-read/order-read.endpoints'
import { moneyText } from '../site-text.ts'
import { Layout } from './layout.tsx'

// The reference may be of another product, and have slashes.
export const orderPath = ({ external_id }: Pick<PublicOrder, 'external_id'>) =>
  `/site/orders/${encodeURIComponent(external_id)}`
const checkoutPath = ({ external_id }: PublicOrder) => `/site/checkout/${encodeURIComponent(external_id)}`

/** The payment page of the made-up gateway. Closing it leaves the order pending, like closing the real one. */
export function CheckoutPage({ order, refusal }: { order: PublicOrder; refusal?: string | undefined }) {
  const amount = moneyText(order.amount, order.currency_code)
  return (
    <Layout title="Checkout" notice={refusal ? { kind: 'refused', text: refusal } : undefined}>
      <div className="narrow">
        <h1>{`Pay ${amount}`}</h1>
        <p>{order.entity_title}</p>
        <p className="fact">{`Order ${order.external_id}`}</p>
        <form method="post" action={checkoutPath(order)}>
          <label>
            Pay with
            <select name="method" defaultValue="upi">
              <option value="upi">UPI</option>
              <option value="card">Card</option>
              <option value="netbanking">Netbanking</option>
            </select>
          </label>
          <label className="check">
            <input type="checkbox" name="is_message_lost" value="yes" />
            Lose the gateway’s message to Greenroom
          </label>
          <p className="hint">
            The order then stays pending until Greenroom asks the gateway: after 15 minutes, or with Check in
            the console.
          </p>
          <button type="submit" name="outcome" value="captured">{`Pay ${amount}`}</button>
          <button type="submit" name="outcome" value="failed" className="quiet">
            Let the payment fail
          </button>
        </form>
        <p className="hint">Closing this tab now leaves the order pending.</p>
      </div>
    </Layout>
  )
}

const states: Record<string, string> = {
  pending: 'We are waiting for your payment.',
  completed: 'Thank you. Your payment has arrived.',
  failed: 'The payment failed. You can try again.',
  refunded: 'Your payment was refunded.',
}

/** What became of an order. */
export function OrderPage({ order }: { order: PublicOrder }) {
  const { status, refunded_amount: refunded, currency_code: currency } = order
  return (
    <Layout title="Your order">
      <div className="narrow">
        <h1>{order.entity_title}</h1>
        <p role="status" className={`notice ${status === 'failed' ? 'refused' : 'done'}`}>
          {states[status] ?? `Status: ${status}`}
        </p>
        <dl>
          <dt>Order</dt>
          <dd>{order.external_id}</dd>
          <dt>Amount</dt>
          <dd>{moneyText(order.amount, currency)}</dd>
          {refunded > 0 && (
            <>
              <dt>Refunded</dt>
              <dd>{moneyText(refunded, currency)}</dd>
            </>
          )}
          {order.documents.map(({ serial, kind }) => (
            <div key={serial}>
              <dt>
                {{ invoice: 'Invoice', 'credit-note': 'Credit note', 'debit-note': 'Debit note' }[kind]}
              </dt>
              <dd>{serial}</dd>
            </div>
          ))}
        </dl>
        {(status === 'pending' || status === 'failed') && (
          <p>
            <a href={checkoutPath(order)}>Pay now</a> · <a href={orderPath(order)}>Look again</a>
          </p>
        )}
        <p>
          <a href={`/transactions/orders/${order._id}`}>See this order in the staff console</a>
        </p>
      </div>
    </Layout>
  )
}
