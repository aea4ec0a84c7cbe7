import { taxTimeZone } from '@greenroom/contract/calendar-day'
import { formatInstant } from '@greenroom/contract/date-time'
import type { DocumentKind } from '@greenroom/contract/money/document/document.schema'
import { paiseOf } from '@greenroom/contract/money/gst-return/gst-return.rules'
import { makePdf, type PdfPage, type PdfSheet, type TextStyle } from '../../../platform/pdf/pdf-page.ts'
import { amountInFigures, amountInWords } from './amount-text.ts'
import type { DocumentContent } from './document-content.ts'

/** Rupees for one dollar: of a payment on a day, or the average of a month. */
interface UsdRate {
  rupees: string
  /** A day, or a month: "2026-11". */
  on: string
}

/** A tax document as it is printed. */
export interface PrintedDocument {
  kind: DocumentKind
  content: DocumentContent
  serial: string
  /** "2026-11-21". */
  date: string
  issuedAt: Date
  /** The credit note that a debit note takes back. */
  creditNote?: { serial: string; date: string } | undefined
  /** The invoice that a note belongs to. */
  invoice: { serial: string; date: string } | undefined
  /** The rate of a document in dollars; null in rupees, or as long as nobody knows it. */
  usdRate: UsdRate | null
  /** The invoice that an invoice replaces. */
  replaced?: { serial: string; date: string } | undefined
  /** The invoice that was issued together with a credit note that corrects. */
  newInvoice?: { serial: string; date: string } | undefined
  /** Whether a credit note corrects its invoice instead of accompanying a refund. */
  isCorrection: boolean
}

/** A file that is ready to render: documents, each beginning on a page of its own, or the statement of an unpaid order. */
export type PrintedFile =
  | { kind: 'documents'; documents: readonly PrintedDocument[] }
  | { kind: 'statement'; content: DocumentContent; status: string }

const dayOf = (moment: Date) => formatInstant(moment, ' | ', taxTimeZone).split(' | ')[0] ?? ''
const dayText = (day: string) => dayOf(new Date(`${day}T12:00:00+05:30`))
const monthText = (month: string) => dayText(`${month}-15`).replace(/\d+\S* (?=\D)/, '')
const timeOf = (moment: Date) => `${formatInstant(moment, ', ', taxTimeZone)} IST`

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

/** What one page shows. */
interface Sheet {
  content: DocumentContent
  heading: string
  /** Absent on a statement. */
  document?: PrintedDocument
  /** Below the heading, on the right. */
  notes: string[]
  facts: [string, string][]
  totalName: string
}

/**
 * Renders tax documents, each on A4 pages of its own, or an order statement. Nothing is cut: a long address or title
 * continues on another page. Fields follow Rules 46 and 53(1A) of the CGST
 * Rules.
 * @returns the bytes of the PDF; equal files have equal bytes
 */
export function drawDocuments(file: PrintedFile): Promise<Buffer> {
  const sheets =
    file.kind === 'documents' ? file.documents.map(sheetOf) : [statementSheet(file.content, file.status)]
  const [first] = sheets
  if (!first) throw new Error('a file needs a document')
  const last = file.kind === 'documents' ? file.documents.at(-1) : undefined
  const about = {
    title: `${first.heading} ${first.document?.serial ?? first.content.order.reference}`,
    author: first.content.supplier.name,
    madeAt: last?.issuedAt ?? new Date(first.content.order.placed_at),
    texts: sheets.map((sheet) => JSON.stringify(sheet)).join(),
  }
  return makePdf(
    about,
    sheets.map((sheet) => (page) => pagesOf(page, sheet)),
  )
}

function sheetOf(document: PrintedDocument): Sheet {
  const { content, invoice } = document
  const supply: [string, string][] = [
    ['Place of supply', content.place_of_supply],
    ['Recipient’s GSTIN', content.recipient.gstin ?? 'Not registered'],
  ]
  if (document.kind === 'invoice') {
    return {
      content,
      document,
      heading: 'Tax invoice',
      // Rule 48(2): the copy of the recipient of a service.
      notes: [
        'Original for recipient',
        ...(document.replaced
          ? [`Replaces tax invoice ${document.replaced.serial}`, `of ${dayText(document.replaced.date)}`]
          : []),
      ],
      facts: [...supply, ['Tax under reverse charge', 'No']],
      totalName: 'Total',
    }
  }
  const against = invoice ? [`Against tax invoice ${invoice.serial}`, `of ${dayText(invoice.date)}`] : []
  if (document.kind === 'debit-note') {
    const { creditNote } = document
    return {
      content,
      document,
      heading: content.is_financial ? 'Financial debit note' : 'Debit note',
      notes: against,
      facts: [
        ...supply,
        ...(creditNote
          ? ([['Takes back credit note', `${creditNote.serial} of ${dayText(creditNote.date)}`]] as const)
          : []),
      ] as [string, string][],
      totalName: 'Total debited',
    }
  }
  return {
    content,
    document,
    heading: content.is_financial ? 'Financial credit note' : 'Credit note',
    notes: against,
    facts: [
      ...supply,
      ['Reason', document.isCorrection ? 'Correction of the invoice' : 'Refund'],
      ...(document.newInvoice
        ? ([
            ['New tax invoice', `${document.newInvoice.serial} of ${dayText(document.newInvoice.date)}`],
          ] as const)
        : []),
      // After 30 November of the next financial year: CGST Act, section 34(2).
      ...(content.is_financial ? ([['Tax', 'Not adjusted: issued too late to reduce it']] as const) : []),
    ] as [string, string][],
    totalName: 'Total credited',
  }
}

function statementSheet(content: DocumentContent, status: string): Sheet {
  return {
    content,
    heading: 'Order statement',
    notes: ['This is not a tax invoice'],
    facts: [['Status', capitalized(status)]],
    totalName: 'Total',
  }
}

function pagesOf(page: PdfPage, sheet: Sheet): PdfSheet {
  const width = page.width - 2 * margin
  const foot = `For ${sheet.content.supplier.name}`
  const footTop = page.height - margin - 25 - page.heightOf(foot, { ...value, width })
  return {
    top: margin + 36,
    bottom: footTop - 12,
    draw: (flow) => drawContent(flow, sheet),
    frame(fixed, { number, count }) {
      fixed.line(margin, footTop, width, color.line)
      const end = fixed.text(foot, margin, footTop + 10, { ...value, width })
      fixed.text('This document is computer generated and needs no signature.', margin, end + 1, {
        ...quiet,
        width,
      })
      if (count === 1) return
      const name = [sheet.heading, sheet.document?.serial ?? sheet.content.order.reference].join(' ')
      const place = `Page ${number} of ${count}`
      fixed.text(place, margin, margin - 18, { ...quiet, width, align: 'right' })
      if (number > 1) fixed.text(name, margin, margin - 18, { ...value, width: width - 90, weight: 'bold' })
    },
  }
}

function drawContent(page: PdfPage, sheet: Sheet): void {
  const width = page.width - 2 * margin
  page.line(margin, margin, 32, color.accent, 3)
  let y = drawHead(page, sheet, margin + 18)
  y += 22
  page.line(margin, y, width, color.line)
  y = drawParties(page, sheet, y + 18)
  y = drawSale(page, sheet, y + 26)
  drawTotals(page, sheet, y + 14)
}

function drawHead(page: PdfPage, { content, document, heading, notes }: Sheet, top: number): number {
  const { supplier } = content
  const rightWidth = 200
  const rightX = page.width - margin - rightWidth
  const leftWidth = rightX - margin - gap
  let left = page.text(supplier.name, margin, top, { ...title, width: leftWidth })
  left = page.text(supplier.address, margin, left + 3, { ...quiet, width: leftWidth })
  left = page.text(supplier.state, margin, left, { ...quiet, width: leftWidth })
  if (document) {
    left = page.text(`GSTIN ${supplier.gstin}`, margin, left, { ...quiet, width: leftWidth })
  }

  const onRight = { width: rightWidth, align: 'right' } as const
  let right = page.text(heading, rightX, top - 5, {
    ...onRight,
    size: 18,
    color: color.text,
    weight: 'bold',
  })
  if (document) {
    right = page.text(document.serial, rightX, right + 3, { ...value, ...onRight, weight: 'bold' })
    right = page.text(`Dated ${dayText(document.date)}`, rightX, right + 1, { ...quiet, ...onRight })
  }
  for (const note of notes) right = page.text(note, rightX, right + 2, { ...quiet, ...onRight })
  if (content.sandbox) {
    const notice = 'Sandbox: not a valid document'
    right = page.text(notice, rightX, right + 1, { ...value, ...onRight, weight: 'bold' })
  }
  return Math.max(left, right)
}

function drawParties(page: PdfPage, { content, facts }: Sheet, top: number): number {
  const { recipient, order } = content
  const width = (page.width - 2 * margin - 2 * gap) / 3
  const x = (column: number) => margin + column * (width + gap)

  let party = page.text('Billed to', x(0), top, { ...label, width })
  const recipientName = recipient.name || recipient.email
  party = page.text(recipientName, x(0), party + 2, { ...value, width, weight: 'bold' })
  for (const text of [
    recipient.email,
    recipient.phone,
    content.has_address ? recipient.address : '',
    recipient.state,
    content.has_address ? recipient.country : '',
  ]) {
    if (text !== '') party = page.text(text, x(0), party + 1, { ...quiet, width })
  }

  const details = (column: number, pairs: readonly [string, string][]): number => {
    let y = top
    for (const [name, text] of pairs) {
      y = page.text(name, x(column), y, { ...label, width })
      y = page.text(text, x(column), y + 1, { ...value, width }) + 7
    }
    return y - 7
  }
  const orderEnd = details(1, [
    ['Order', order.reference],
    ['Ordered on', dayOf(new Date(order.placed_at))],
    ...(order.payment_id === null ? [] : [['Payment', order.payment_id] as [string, string]]),
  ])
  return Math.max(party, orderEnd, details(2, facts))
}

function drawSale(page: PdfPage, { content, document }: Sheet, top: number): number {
  const width = page.width - 2 * margin
  const amountWidth = 120
  const amountX = page.width - margin - amountWidth
  const rateWidth = 46
  const sacWidth = 62
  const rateX = amountX - rateWidth
  const sacX = rateX - sacWidth
  const textWidth = (document ? sacX : amountX) - margin - gap
  const onRight = { width: amountWidth, align: 'right' } as const

  let y = page.text('Description', margin, top, { ...label, width: textWidth })
  page.text(document ? 'Taxable value' : 'Amount', amountX, top, { ...label, ...onRight })
  if (document) {
    page.text('SAC', sacX, top, { ...label, width: sacWidth })
    page.text('GST', rateX, top, { ...label, width: rateWidth, align: 'right' })
  }
  y += 6
  page.line(margin, y, width, color.strongLine)
  y += 10

  const figure = amountInFigures(document ? content.taxable : content.amount, content.currency_code)
  page.text(figure, amountX, y, { ...value, ...onRight })
  if (document) {
    const percent = content.taxes.reduce((sum, tax) => sum + tax.percent, 0)
    page.text(content.sac, sacX, y, { ...value, width: sacWidth })
    page.text(`${percent}%`, rateX, y, { ...value, width: rateWidth, align: 'right' })
  }
  const { title: what, entity_type, start_time } = content.order
  y = page.text(what, margin, y, { ...value, width: textWidth })
  const second = [entityNames[entity_type] ?? entity_type]
  if (start_time !== null) second.push(timeOf(new Date(start_time)))
  y = page.text(second.join(' · '), margin, y + 2, { ...quiet, width: textWidth })
  if (document && content.discount) {
    y = page.text(discountText(content.discount, content), margin, y + 2, { ...quiet, width: textWidth })
  }
  y += 12
  page.line(margin, y, width, color.line)
  return y
}

/** Says what the buyer saw: the price with its tax, and what was taken off it. */
function discountText(
  { coupon, amount }: NonNullable<DocumentContent['discount']>,
  content: DocumentContent,
): string {
  const inFigures = (minor: number) => amountInFigures(minor, content.currency_code)
  const off = coupon === null ? 'discount' : `coupon ${coupon}`
  return `Price ${inFigures(content.amount + amount)}, ${off} ${inFigures(-amount)}, tax included`
}

/** States value and tax in rupees. @see CGST Rules, Rule 34(2) */
function rupeesText(content: DocumentContent, { rupees, on }: UsdRate): string {
  const parts = [
    { name: 'taxable value', minor: content.taxable },
    ...content.taxes.map((tax) => ({ name: tax.name, minor: tax.amount })),
  ].map(({ name, minor }) => ({ name, paise: paiseOf(minor, rupees) }))
  const sum = parts.reduce((total, { paise }) => total + paise, 0)
  const figures = [...parts, { name: 'total', paise: sum }].map(
    ({ name, paise }) => `${name} ${amountInFigures(paise, 'INR')}`,
  )
  const source =
    on.length === 7 ? `the rate of ${monthText(on)}` : `the payment gateway’s rate of ${dayText(on)}`
  return `In rupees: ${figures.join(', ')}. ₹${rupees} for $1, ${source}.`
}

/** Writes the amounts below each other, on the right. */
function drawSums(page: PdfPage, sums: [string, number][], content: DocumentContent, top: number): number {
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
    page.text(name, x, y, { ...style, width: 110, color: isLast ? color.text : color.second })
    const figure = amountInFigures(amount, content.currency_code)
    y = page.text(figure, x + 80, y, { ...style, width: width - 80, align: 'right' }) + 3
  }
  return y
}

function drawTotals(page: PdfPage, { content, document, totalName }: Sheet, top: number): number {
  const width = page.width - 2 * margin - 240 - gap
  let left = page.text(`${totalName} in words (${content.currency_code})`, margin, top, { ...label, width })
  left = page.text(amountInWords(content.amount, content.currency_code), margin, left + 2, {
    ...quiet,
    width,
  })
  if (document) {
    if (content.taxes.length === 0) {
      left = page.text('No GST is charged on this order.', margin, left + 8, { ...quiet, width })
    }
    if (content.endorsement !== null) {
      left = page.text(content.endorsement, margin, left + 2, { ...quiet, width })
    }
    if (document.usdRate !== null) {
      left = page.text(rupeesText(content, document.usdRate), margin, left + 8, { ...quiet, width })
    }
    if (content.lut_number !== null) {
      const letter = `Letter of undertaking ${content.lut_number}`
      left = page.text(letter, margin, left + 2, { ...quiet, width })
    }
  }
  const { discount } = content
  const sums: [string, number][] = [
    ...(document && discount
      ? ([
          ['Price before tax', content.taxable + discount.taxable],
          ['Discount', -discount.taxable],
        ] as [string, number][])
      : []),
    ...(document ? [['Taxable value', content.taxable] as [string, number]] : []),
    ...(document ? content.taxes : []).map((tax): [string, number] => [
      `${tax.name} ${tax.percent}%`,
      tax.amount,
    ]),
    [totalName, content.amount],
  ]
  return Math.max(left, drawSums(page, sums, content, top))
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
