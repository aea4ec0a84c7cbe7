import { addDays, dayIn } from '@greenroom/contract/calendar-day'
import { buyersOf, largestEntityId, phoneOf } from './fill-orders.ts'
import type { LoadCase } from './load-case.ts'
import { overviewCase } from './overview-case.ts'

const day = 86_400_000
const indiaOffset = 5.5 * 3_600_000

/** The benchmark's requests for the list of transactions, each for a page of ten, and for sums of what it lists. */
export function orderCases(orders: number, now: Date): LoadCase[] {
  const startOfToday = Math.floor((now.getTime() + indiaOffset) / day) * day - indiaOffset
  const path = (query: Record<string, string | number>) => {
    const search = new URLSearchParams({ limit: '10' })
    for (const [name, value] of Object.entries(query)) search.set(name, String(value))
    return `/admin/orders?${search}`
  }
  const sums = (query: Record<string, string>) => `/admin/orders/sums?${new URLSearchParams(query)}`
  const today = dayIn(now, 'Asia/Kolkata')
  const numbers = (report: string, days: number, query: Record<string, string>) => {
    const span = { from: addDays(today, 1 - days), to: today, currency_code: 'INR' }
    return `/admin/numbers/${report}?${new URLSearchParams({ ...span, ...query })}`
  }
  const types = ['masterclass', 'membership', 'events', 'custom']
  const lastDays = {
    start_date: new Date(startOfToday - 6 * day).toISOString(),
    end_date: new Date(startOfToday + day - 1).toISOString(),
  }
  /** What a thousand callers say, over all kinds of records. */
  const search = (name: string, textOf: (buyer: number) => string): LoadCase => ({
    name,
    paths: Array.from({ length: 1000 }, (_, n) => {
      const q = textOf(Math.floor((n * buyersOf(orders)) / 1000))
      return `/admin/search?${new URLSearchParams({ q })}`
    }),
    mostTime: 20,
    isCompared: false,
  })
  // They add up a row for each day and part.
  const divided = ['campaign', 'session', 'creator'].map((dimension) => ({
    name: `Numbers of a year by ${dimension}`,
    paths: [numbers('parts', 365, { dimension })],
    mostTime: 150,
    isCompared: false as const,
    isConstant: false,
  }))
  // They read a row for each day and buyer.
  const buyers = ['day', 'month'].map((step) => ({
    name: `Numbers of a year of buyers by ${step}`,
    paths: [numbers('buyers', 365, { step })],
    mostTime: 400,
    isCompared: false as const,
    isConstant: false,
  }))
  return [
    {
      name: 'Last seven days',
      paths: types.map((entity_type) => path({ entity_type, offset: 0, ...lastDays })),
    },
    {
      name: 'Numbers of a year by month, with the year before',
      paths: [numbers('sales', 365, { step: 'month', compare: 'year' })],
      isCompared: false,
    },
    ...divided,
    ...buyers,
    {
      name: 'Numbers of 50 days of seats',
      paths: [`/admin/numbers/seats?${new URLSearchParams({ from: today, to: addDays(today, 49) })}`],
      isCompared: false,
      // It reads the registrations of these sessions.
      isConstant: false,
    },
    {
      name: 'Phone of 10 digits',
      paths: Array.from({ length: 1000 }, (_, n) =>
        path({ phone: phoneOf(Math.floor((n * buyersOf(orders)) / 1000)), offset: 0 }),
      ),
    },
    {
      name: 'Offset of half the table',
      paths: [path({ offset: Math.floor(orders / 2) })],
      mostTime: 15,
    },
    {
      name: 'Status and currency',
      paths: [path({ status: 'completed', currency_code: 'INR', offset: 0 })],
      mostTime: 15,
    },
    {
      name: 'Entity with a quarter of all',
      paths: [path({ entity_id: largestEntityId(), offset: 0 })],
      mostTime: 50,
      // It adds up one count for each day and combination of the other filters.
      isConstant: false,
    },
    {
      name: 'Sums of seven days',
      paths: types.map((entity_type) => sums({ entity_type, ...lastDays })),
    },
    {
      name: 'Sums of all time',
      paths: [sums({})],
      mostTime: 15,
    },
    {
      name: 'Sums of the largest entity',
      paths: [sums({ entity_id: largestEntityId() })],
      mostTime: 15,
    },
    overviewCase,
    search('Search by reference', (buyer) => `order_${String(buyer).padStart(14, '0')}`),
    search('Search by phone', phoneOf),
    search('Search by the end of a phone', (buyer) => phoneOf(buyer).slice(-5)),
    search('Search by e-mail', (buyer) => `buyer.${buyer}@mail.example`),
    search('Search by name', (buyer) => buyerNames[buyer % buyerNames.length] ?? ''),
  ]
}

const buyerNames = ['Kavya Menon', 'Rohan P', 'Diya', 'Sanya Verma', 'Vikram Singh', 'Aarav G']
