/** Longer than any rate. Of a longer text, what is left is no rate either. */
const longest = 100

/**
 * Returns a rate as the server takes it: "83,25", "₹83.25", "Rs. 83.25" and "83.25 INR" are 83.25. A comma is the
 * decimal point, because a rate has no thousands.
 */
export function readRate(typed: string): string {
  return typed
    .trim()
    .slice(0, longest)
    .replace(/^(?:₹|rs\.?|inr)\s*/i, '')
    .replace(/\s*(?:₹|rs\.?|inr)$/i, '')
    .replace(/^(\d{1,4}),(\d{1,4})$/, '$1.$2')
}
