import { formatInstant } from '@greenroom/contract/date-time'
import { makePdfPage, type PdfPage, type TextStyle } from '../../platform/pdf/pdf-page.ts'
import { amountInFigures, amountInWords } from './amount-text.ts'
import type { InvoiceContent } from './invoice-content.ts'

/** A document that is ready to render. */
export type InvoiceDocument =
  | {
      kind: 'invoice'
      content: InvoiceContent
      serial: string
      issuedAt: Date
      creditNote: { serial: string; issuedAt: Date } | undefined
    }
  | { kind: 'statement'; content: InvoiceContent; status: string }

const timeZone = 'Asia/Kolkata'
const dayOf = (moment: Date) => formatInstant(moment, ' | ', timeZone).split(' | ')[0] ?? ''
const timeOf = (moment: Date) => `${formatInstant(moment, ', ', timeZone)} IST`

const color = {
  text: '#151C18',
  second: '#45504A',
  label: '#626C66',
  line: '#E4E8E3',
  strongLine: '#CDD3CC',
  accent: '#0F7A4B',
}
const margin = 48
const gap = 24

const entityNames: Record<string, string> = {
  masterclass: 'Masterclass',
  membership: 'Membership',
  events: 'Event',
  custom: 'Custom payment page',
}

const exportEndorsement =
  'Supply meant for export under bond or letter of undertaking without payment of integrated tax'

/**
 * Renders an invoice, with its credit note if it has one, or an order statement, on one A4 page. Fields follow Rule
 * 46 and Rule 53 of the CGST Rules.
 * @returns the bytes of the PDF; equal documents have equal bytes
 */
export function drawInvoice(document: InvoiceDocument): Promise<Buffer> {
  const { content } = document
  const heading = document.kind === 'invoice' ? 'Tax invoice' : 'Order statement'
  const name = document.kind === 'invoice' ? document.serial : content.order.reference
  const about = {
    title: `${heading} ${name}`,
    author: content.supplier.name,
    madeAt: document.kind === 'invoice' ? document.issuedAt : new Date(content.order.placed_at),
  }
  return makePdfPage(about, (page) => {
    const width = page.width - 2 * margin
    page.line(margin, margin, 32, color.accent, 3)
    let y = drawHead(page, document, heading, margin + 18)
    y += 22
    page.line(margin, y, width, color.line)
    y = drawParties(page, document, y + 18)
    y = drawSale(page, document, y + 26)
    y = drawTotals(page, document, y + 14)
    if (document.kind === 'invoice' && document.creditNote) {
      drawCreditNote(page, document, document.creditNote, y + 28)
    }
    drawFoot(page, document)
  })
}

function drawHead(page: PdfPage, document: InvoiceDocument, heading: string, top: number): number {
  const { supplier } = document.content
  const rightWidth = 200
  const rightX = page.width - margin - rightWidth
  const leftWidth = rightX - margin - gap
  let left = page.text(supplier.name, margin, top, { ...title, width: leftWidth, lines: 2 })
  left = page.text(supplier.address, margin, left + 3, { ...quiet, width: leftWidth, lines: 3 })
  left = page.text(supplier.state, margin, left, { ...quiet, width: leftWidth, lines: 1 })
  if (document.kind === 'invoice') {
    left = page.text(`GSTIN ${supplier.gstin}`, margin, left, { ...quiet, width: leftWidth, lines: 1 })
  }

  const onRight = { width: rightWidth, align: 'right' } as const
  let right = page.text(heading, rightX, top - 5, {
    ...onRight,
    size: 18,
    color: color.text,
    weight: 'bold',
  })
  if (document.kind === 'invoice') {
    right = page.text(document.serial, rightX, right + 3, { ...value, ...onRight, weight: 'bold' })
    right = page.text(`Dated ${dayOf(document.issuedAt)}`, rightX, right + 1, { ...quiet, ...onRight })
    if (document.creditNote) {
      right = page.text('Refunded in full', rightX, right + 1, { ...quiet, ...onRight })
    }
  } else {
    right = page.text('This is not a tax invoice', rightX, right + 3, { ...quiet, ...onRight })
  }
  if (document.content.sandbox) {
    const notice = 'Sandbox: not a valid document'
    right = page.text(notice, rightX, right + 1, { ...value, ...onRight, weight: 'bold' })
  }
  return Math.max(left, right)
}

function drawParties(page: PdfPage, document: InvoiceDocument, top: number): number {
  const { recipient, order, place_of_supply } = document.content
  const width = (page.width - 2 * margin - 2 * gap) / 3
  const x = (column: number) => margin + column * (width + gap)

  let party = page.text('Billed to', x(0), top, { ...label, width })
  const recipientName = recipient.name || recipient.email
  party = page.text(recipientName, x(0), party + 2, { ...value, width, weight: 'bold', lines: 3 })
  for (const line of [recipient.email, recipient.phone, recipient.state]) {
    if (line !== '') party = page.text(line, x(0), party + 1, { ...quiet, width, lines: 2 })
  }

  const details = (column: number, pairs: [string, string][]): number => {
    let y = top
    for (const [name, text] of pairs) {
      y = page.text(name, x(column), y, { ...label, width })
      y = page.text(text, x(column), y + 1, { ...value, width, lines: 2 }) + 7
    }
    return y - 7
  }
  const orderEnd = details(1, [
    ['Order', order.reference],
    ['Ordered on', dayOf(new Date(order.placed_at))],
    ...(order.payment_id === null ? [] : [['Payment', order.payment_id] as [string, string]]),
  ])
  const lastEnd = details(
    2,
    document.kind === 'invoice'
      ? [
          ['Place of supply', place_of_supply],
          ['Recipient’s GSTIN', recipient.gstin ?? 'Not registered'],
          ['Tax under reverse charge', 'No'],
        ]
      : [['Status', capitalized(document.status)]],
  )
  return Math.max(party, orderEnd, lastEnd)
}

function drawSale(page: PdfPage, document: InvoiceDocument, top: number): number {
  const { content } = document
  const width = page.width - 2 * margin
  const isInvoice = document.kind === 'invoice'
  const amountWidth = 120
  const amountX = page.width - margin - amountWidth
  const rateWidth = 46
  const sacWidth = 62
  const rateX = amountX - rateWidth
  const sacX = rateX - sacWidth
  const textWidth = (isInvoice ? sacX : amountX) - margin - gap
  const onRight = { width: amountWidth, align: 'right' } as const

  let y = page.text('Description', margin, top, { ...label, width: textWidth })
  page.text(isInvoice ? 'Taxable value' : 'Amount', amountX, top, { ...label, ...onRight })
  if (isInvoice) {
    page.text('SAC', sacX, top, { ...label, width: sacWidth })
    page.text('GST', rateX, top, { ...label, width: rateWidth, align: 'right' })
  }
  y += 6
  page.line(margin, y, width, color.strongLine)
  y += 10

  const figure = amountInFigures(isInvoice ? content.taxable : content.amount, content.currency_code)
  page.text(figure, amountX, y, { ...value, ...onRight })
  if (isInvoice) {
    const percent = content.taxes.reduce((sum, tax) => sum + tax.percent, 0)
    page.text(content.sac, sacX, y, { ...value, width: sacWidth, lines: 1 })
    page.text(`${percent}%`, rateX, y, { ...value, width: rateWidth, align: 'right' })
  }
  const { title: what, entity_type, start_time } = content.order
  y = page.text(what, margin, y, { ...value, width: textWidth, lines: 4 })
  const second = [entityNames[entity_type] ?? entity_type]
  if (start_time !== null) second.push(timeOf(new Date(start_time)))
  y = page.text(second.join(' · '), margin, y + 2, { ...quiet, width: textWidth, lines: 2 })
  y += 12
  page.line(margin, y, width, color.line)
  return y
}

/** Writes the amounts below each other, on the right. */
function drawSums(page: PdfPage, sums: [string, number][], content: InvoiceContent, top: number): number {
  const width = 240
  const x = page.width - margin - width
  let y = top
  for (const [index, [name, amount]] of sums.entries()) {
    const isLast = index === sums.length - 1
    const style = isLast ? total : value
    if (isLast && sums.length > 1) {
      page.line(x, y + 3, width, color.strongLine)
      y += 11
    }
    page.text(name, x, y, { ...style, width: 100, color: isLast ? color.text : color.second })
    const figure = amountInFigures(amount, content.currency_code)
    y = page.text(figure, x + 80, y, { ...style, width: width - 80, align: 'right' }) + 3
  }
  return y
}

function sumsOf(content: InvoiceContent, totalName: string): [string, number][] {
  return [
    ['Taxable value', content.taxable],
    ...content.taxes.map((tax): [string, number] => [`${tax.name} ${tax.percent}%`, tax.amount]),
    [totalName, content.amount],
  ]
}

function drawTotals(page: PdfPage, document: InvoiceDocument, top: number): number {
  const { content } = document
  const width = page.width - 2 * margin - 240 - gap
  let left = page.text(`Total in words (${content.currency_code})`, margin, top, { ...label, width })
  left = page.text(amountInWords(content.amount, content.currency_code), margin, left + 2, {
    ...quiet,
    width,
  })
  if (document.kind === 'invoice') {
    if (content.taxes.length === 0) {
      left = page.text('No GST is charged on this order.', margin, left + 8, { ...quiet, width })
    }
    if (content.is_export) left = page.text(`${exportEndorsement}.`, margin, left + 2, { ...quiet, width })
  }
  const sums: [string, number][] =
    document.kind === 'invoice' ? sumsOf(content, 'Total') : [['Total', content.amount]]
  return Math.max(left, drawSums(page, sums, content, top))
}

function drawCreditNote(
  page: PdfPage,
  invoice: Extract<InvoiceDocument, { kind: 'invoice' }>,
  note: { serial: string; issuedAt: Date },
  top: number,
): void {
  const { content } = invoice
  const width = page.width - 2 * margin - 240 - gap
  page.line(margin, top, page.width - 2 * margin, color.line)
  const y = top + 18
  let left = page.text('Credit note', margin, y, { ...title, width })
  left = page.text(note.serial, margin, left + 2, { ...value, width, weight: 'bold' })
  left = page.text(`Dated ${dayOf(note.issuedAt)}`, margin, left + 1, { ...quiet, width })
  left = page.text(`Against tax invoice ${invoice.serial} of ${dayOf(invoice.issuedAt)}`, margin, left + 8, {
    ...quiet,
    width,
  })
  page.text('The whole amount was refunded.', margin, left, { ...quiet, width })
  drawSums(page, sumsOf(content, 'Total credited'), content, y)
}

function drawFoot(page: PdfPage, { content }: InvoiceDocument): void {
  const width = page.width - 2 * margin
  const y = page.height - margin - 38
  page.line(margin, y, width, color.line)
  const end = page.text(`For ${content.supplier.name}`, margin, y + 10, { ...value, width, lines: 1 })
  const words = 'This document is computer generated and needs no signature.'
  page.text(words, margin, end + 1, { ...quiet, width, lines: 1 })
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type Style = Omit<TextStyle, 'width'>
const title: Style = { size: 12, color: color.text, weight: 'bold' }
const value: Style = { size: 9.5, color: color.text }
const total: Style = { size: 12, color: color.text, weight: 'bold' }
const quiet: Style = { size: 8.5, color: color.second }
const label: Style = { size: 8, color: color.label }
