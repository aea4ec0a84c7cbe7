import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SumLines } from './transaction-sums.tsx'

it('shows a line for each currency that occurs, rupees first, and never adds them up (OQ-281)', () => {
  const usd = { currency_code: 'USD', count: 1, completed: 4900, refunded: 0, net: 4900, tax: 0 } as const
  const inr = {
    currency_code: 'INR',
    count: 1200,
    completed: 12450000,
    refunded: 100000,
    net: 12350000,
    tax: 1899153,
  } as const
  const text = renderToStaticMarkup(<SumLines sums={[usd, inr]} />)
    .replace(/<\/li>/g, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/ +/g, ' ')
  expect(text.trim().split(/\s*\n\s*/)).toEqual([
    'INR 1,200 orders Collected ₹1,24,500.00 Refunded ₹1,000.00 Net ₹1,23,500.00 Tax in net ₹18,991.53',
    'USD 1 order Collected $49.00 Refunded $0.00 Net $49.00 Tax in net $0.00',
  ])
})
