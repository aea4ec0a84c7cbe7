import { CurrencyCode } from '@greenroom/contract/money'
import type { StateGuess } from '@greenroom/contract/money/document/document.schema'
import { readAddress } from './place-of-supply.ts'
import { otherTerritory } from './states.ts'

/** An order of the buyer, with the address that they entered. */
interface AddressedOrder {
  id: string
  order_reference: string
  ordered_at: Date
  currency_code: string
  billing_state: string | null
  billing_country: string | null
}

/**
 * Guesses where a buyer is: where they were in the order that is nearest in time, the later of two that are equally
 * near. An address that names no State and no country outside India says nothing.
 * @param orderedAt when the order without a State was placed
 */
export function guessOf(orderedAt: Date, others: readonly AddressedOrder[]): StateGuess | null {
  const distance = ({ ordered_at }: AddressedOrder) => Math.abs(ordered_at.getTime() - orderedAt.getTime())
  const nearest = others
    .map((order) => ({ order, place: placeIn(order) }))
    .filter(({ place }) => place !== null)
    .sort(
      (one, other) =>
        distance(one.order) - distance(other.order) ||
        other.order.ordered_at.getTime() - one.order.ordered_at.getTime() ||
        (one.order.id < other.order.id ? -1 : 1),
    )[0]
  if (!nearest?.place) return null
  const { id, order_reference, ordered_at } = nearest.order
  return { ...nearest.place, order: { id, order_reference, ordered_at: ordered_at.toISOString() } }
}

function placeIn(order: AddressedOrder): Pick<StateGuess, 'state' | 'country'> | null {
  const { country, isAbroad, indianState } = readAddress({
    billingState: order.billing_state,
    billingCountry: order.billing_country,
    currency: CurrencyCode.parse(order.currency_code),
  })
  if (isAbroad) return { state: null, country }
  // Other Territory can't be chosen for a document.
  return indianState === null || indianState === otherTerritory ? null : { state: indianState, country: null }
}
