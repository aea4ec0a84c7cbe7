import { currencyCodes } from '@greenroom/contract/money'
import type { PriceToPay, PublicPicture } from '@greenroom/contract/outside/public-read/public-read.schema'
import { moneyText } from '../site-text.ts'
import type { Visitor } from '../visitor.ts'
import { BillingFields, ContactFields, TextField } from './fields.tsx'
import { Picture } from './home-page.tsx'
import { Layout } from './layout.tsx'

/** Anything that the site sells or gives away. */
export interface Offer {
  /** Its page, without parameters. */
  path: string
  title: string
  description: string
  picture: PublicPicture | null
  /** Lines under the title: when, with whom, where. */
  facts: string[]
  /** Why nobody can get it any more; null while it is offered. */
  closed: string | null
  /** Null for a free session, which people sign up for. */
  price: PriceToPay | null
}

const refusals = {
  unknown: 'There is no coupon with this code.',
  ended: 'This coupon has ended.',
  'not-linked': 'This coupon is for something else.',
  'used-up': 'This coupon has been used up.',
  'used-by-person': 'You have used this coupon already.',
} as const

export function OfferPage({
  offer,
  visitor,
  refusal,
}: {
  offer: Offer
  visitor: Visitor | null
  refusal?: string | undefined
}) {
  const { title, description, picture, facts, price, closed } = offer
  return (
    <Layout title={title} notice={refusal ? { kind: 'refused', text: refusal } : undefined}>
      <article className="offer">
        <div>
          <Picture picture={picture} sizes="(min-width: 900px) 640px, 100vw" isFirst />
          <h1>{title}</h1>
          {facts.map((fact) => (
            <p key={fact} className="fact">
              {fact}
            </p>
          ))}
          <p className="description">{description}</p>
        </div>
        <aside aria-label={price ? 'Price' : 'Sign up'}>
          {price && <PriceBox offer={offer} price={price} />}
          {closed !== null ? (
            <p className="notice refused">{closed}</p>
          ) : (
            <form method="post" action={`${offer.path}/${price ? 'buy' : 'sign-up'}`}>
              <h2>{price ? 'Buy' : 'Sign up for free'}</h2>
              {price && <input type="hidden" name="currency" value={price.currency_code} />}
              {price?.coupon?.is_valid && <input type="hidden" name="coupon" value={price.coupon.code} />}
              <ContactFields contact={visitor} />
              {price && <BillingFields />}
              <button type="submit">
                {price ? `Pay ${moneyText(price.total, price.currency_code)}` : 'Sign up'}
              </button>
            </form>
          )}
        </aside>
      </article>
    </Layout>
  )
}

function PriceBox({ offer, price }: { offer: Offer; price: PriceToPay }) {
  const { currency_code: currency, coupon } = price
  return (
    <section>
      <p className="price">
        {price.original_price !== null && price.original_price > price.current_price && (
          <del>{moneyText(price.original_price, currency)}</del>
        )}{' '}
        <strong>{moneyText(price.price, currency)}</strong>
      </p>
      {price.discount > 0 && (
        <p>{`${coupon?.code} takes ${moneyText(price.discount, currency)} off ${moneyText(price.current_price, currency)}.`}</p>
      )}
      {price.gst > 0 && (
        <p>{`With ${moneyText(price.gst, currency)} GST: ${moneyText(price.total, currency)}`}</p>
      )}
      {coupon?.refusal && (
        <p className="notice refused" role="alert">
          {refusals[coupon.refusal]}
        </p>
      )}
      <form method="get" action={offer.path} className="inline">
        <label>
          Currency
          <select name="currency" defaultValue={currency}>
            {currencyCodes.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </label>
        <TextField name="coupon" label="Coupon" value={coupon?.code} isRequired={false} maxLength={100} />
        <button type="submit" className="quiet">
          Apply
        </button>
      </form>
    </section>
  )
}
