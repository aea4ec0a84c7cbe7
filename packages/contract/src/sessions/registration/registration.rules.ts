/** The members of an event that say what it costs. */
interface EventCost {
  is_paid: boolean
  member_only: boolean
  prices: readonly { current_price: number; member_price: number | null; guest_price: number | null }[]
}

/** Returns whether somebody can attend an event without an order: it is free, or free for members or guests. */
export function eventTakesSignUps({ is_paid, member_only, prices }: EventCost): boolean {
  const costs = prices.flatMap((price) => [price.current_price, price.member_price, price.guest_price])
  return !is_paid || member_only || costs.includes(0)
}

/** Returns whether somebody can attend a masterclass without an order: it is free in rupees, or part of the superclass. */
export function masterclassTakesSignUps(masterclass: {
  is_attach_to_superclass: boolean
  current_price_inr: number
}): boolean {
  return masterclass.is_attach_to_superclass || masterclass.current_price_inr === 0
}
