import { orderIdParts } from '@greenroom/contract/money/transaction/order-id.rules'
import classes from './order-id.module.css'

/** The telling part of an order ID. The rest is hidden, but found, read aloud and copied with it. */
export function OrderId({ reference }: { reference: string }) {
  const { hidden, shown, isCut } = orderIdParts(reference)
  return (
    <span className={classes.id} title={reference} data-cut={isCut || undefined}>
      <span className="gr-unseen">{hidden}</span>
      {shown}
    </span>
  )
}
