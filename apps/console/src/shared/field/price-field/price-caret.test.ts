import { describe, expect, it } from 'vitest'
import { caretBefore } from './price-caret.ts'

describe('the caret of a formatted amount', () => {
  it('keeps the digits that were behind it, and steps over separators in the direction of the deletion (OQ-024)', () => {
    expect(caretBefore('₹2,499.00', 0, false)).toBe(9)
    expect(caretBefore('₹2,499.00', 2, false)).toBe(6)
    expect(caretBefore('₹2,499.00', 2, true)).toBe(7)
    expect(caretBefore('₹2,499.00', 5, false)).toBe(2)
    expect(caretBefore('₹2,499.00', 5, true)).toBe(3)
  })

  it('is never before the symbol, and at the first digit when zeros were removed (OQ-024)', () => {
    expect(caretBefore('₹2,499.00', 6, false)).toBe(1)
    expect(caretBefore('₹0.25', 5, false)).toBe(1)
    expect(caretBefore('', 0, false)).toBe(0)
  })
})
