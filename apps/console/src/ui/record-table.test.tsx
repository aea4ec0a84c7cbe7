import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { type Column, choosableColumns, recordTable } from './record-table.tsx'

interface Order {
  id: string
  amount: number
}

const columns: readonly Column<Order, { currency: string }>[] = [
  { key: 'id', heading: 'Order', isRowHeading: true, lines: ['50%'], cell: ({ id }) => id },
  {
    key: 'amount',
    heading: 'Amount',
    phoneLabel: 'Paid',
    isChoosable: true,
    lines: ['40%', '30%'],
    attributes: ({ amount }) => ({ 'data-zero': amount === 0 || undefined }),
    cell: ({ amount }, { currency }) => `${amount} ${currency}`,
  },
  { key: 'actions', heading: 'Actions', lines: [], cell: () => 'Refund' },
]
const rows = [
  { id: 'A-1', amount: 0 },
  { id: 'A-2', amount: 5 },
]

let hidden: string[] = []
const Orders = recordTable({
  label: 'Orders',
  loading: 'Loading',
  className: 'orders',
  columns,
  keyOf: ({ id }) => id,
  rowAttributes: ({ amount }, { currency }) => ({ className: amount === 0 ? `free ${currency}` : undefined }),
  useHidden: () => hidden,
  useFacts: () => ({ currency: 'INR' }),
})
const rendered = (table: ReactElement, without: string[] = []) => {
  hidden = without
  return renderToStaticMarkup(table)
}
const render = (without?: string[]) => rendered(<Orders rows={rows} />, without)
const renderSkeleton = (without?: string[]) => rendered(<Orders.Skeleton count={3} />, without)
const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|')
const countOf = (markup: string, part: RegExp) => markup.match(part)?.length ?? 0

it('shows the headings and the cells of each record in the order of the columns', () => {
  const table = render()
  expect(textOf(table)).toBe('|Order|Amount|Actions|A-1|0 INR|Refund|A-2|5 INR|Refund|')
  expect(table).toContain('<span class="gr-unseen">Actions</span>')
  expect(countOf(table, /<th scope="row"/g)).toBe(2)
  expect(countOf(table, /data-label="Paid"/g)).toBe(2)
  expect(countOf(table, /data-zero/g)).toBe(1)
  expect(table).toContain('<tr data-record="A-1" class="free INR">')
  expect(table).toContain('aria-label="Orders"')
  expect(rendered(<Orders rows={rows} label="Others" />)).toContain('aria-label="Others"')
  expect(table).toContain('<tr data-record="A-2">')
})

it('leaves out hidden columns from header, rows and skeleton (OQ-495)', () => {
  expect(textOf(render(['amount', 'actions']))).toBe('|Order|A-1|A-2|')
  const skeleton = renderSkeleton(['amount'])
  expect(countOf(skeleton, /<col\b/g)).toBe(2)
  expect(countOf(skeleton, /<td/g)).toBe(3)
})

it('has a skeleton with the lines of each column', () => {
  const skeleton = renderSkeleton()
  expect(countOf(skeleton, /<tr>/g)).toBe(4)
  expect(countOf(skeleton, /width:40%/g)).toBe(3)
  expect(countOf(skeleton, /width:30%/g)).toBe(3)
})

it('names the columns that can be hidden', () => {
  expect(choosableColumns(columns)).toEqual({ amount: 'Amount' })
})
