import type { TimelineItem } from '@greenroom/contract/money/transaction/transaction-detail.schema'
import { formatMoney } from '../../../lib/money.ts'
import { transactionStatusBadge } from '../../../shared/money/order-status/order-status.ts'
import { documentKindLabels } from '../../../shared/money/tax-document/tax-document-messages.ts'
import type { GlyphShape, GlyphTone } from '../../../ui/status-glyph.tsx'
import { transactionPageMessages } from './transaction-page-messages.ts'

type CurrencyCode = Parameters<typeof formatMoney>[1]

interface TimelineText {
  shape: GlyphShape
  tone: GlyphTone
  text: string
  /** Who did it; absent for the buyer, the gateway and jobs. */
  by?: string | undefined
  /** Further lines. */
  details?: string[]
}

/** Labels of the gateway's payment methods. */
const methodLabels: Record<string, string> = {
  upi: 'UPI',
  card: 'Card',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  emi: 'EMI',
}

/** Returns the label of a payment method; an unknown one is shown as it is. */
export function methodLabel(method: string): string {
  return Object.hasOwn(methodLabels, method) ? (methodLabels[method] ?? method) : method
}

/** What staff read for the actions of audit entries. */
const actionLabels: Record<string, string> = {
  'transaction.payment': 'Payment recorded',
  'transaction.check': 'Checked with Razorpay',
  'transaction.state': 'State corrected',
  'transaction.correction': 'Invoice corrected',
  'transaction.document-link': 'Link to a document made',
}

/** Names of the members that a change lists. */
const memberLabels: Record<string, string> = {
  status: 'Status',
  payment_id: 'Payment ID',
  payment_method: 'Method',
  gateway_order_id: 'Gateway order',
  billing_name: 'Billing name',
  billing_address: 'Address',
  billing_state: 'State',
  billing_country: 'Country',
  gstin: 'GSTIN',
  venue_state: 'State of the venue',
  invoice: 'Invoice',
  document: 'Document',
  reason: 'Reason',
}

type Decision = Extract<TimelineItem, { kind: 'approval-decided' }>['state']

const decisionGlyphs: Record<Decision, { shape: GlyphShape; tone: GlyphTone }> = {
  approved: { shape: 'tick', tone: 'ok' },
  declined: { shape: 'cross', tone: 'bad' },
  withdrawn: { shape: 'bar', tone: 'mute' },
  lapsed: { shape: 'bar', tone: 'mute' },
}

/** Returns what an entry of the timeline says, but for its time. */
export function timelineText(item: TimelineItem, currency: CurrencyCode): TimelineText {
  const money = (amount: number) => formatMoney(amount, currency)
  switch (item.kind) {
    case 'ordered':
      return { shape: 'dot', tone: 'mute', text: 'Ordered' }
    case 'paid': {
      const method = item.method === null ? '' : ` by ${methodLabel(item.method)}`
      return { shape: 'tick', tone: 'ok', text: `Paid ${money(item.amount)}${method}` }
    }
    case 'refund-requested': {
      const place = item.origin === 'gateway' ? ` ${transactionPageMessages.inDashboard}` : ''
      return {
        shape: 'half',
        tone: 'info',
        text: `Refund of ${money(item.amount)} requested${place}`,
        by: item.by ?? undefined,
      }
    }
    case 'refund-settled':
      return item.state === 'failed'
        ? {
            shape: 'cross',
            tone: 'bad',
            text: `Refund of ${money(item.amount)} failed`,
            ...(item.reason === null ? {} : { details: [item.reason] }),
          }
        : { shape: 'turn', tone: 'mute', text: `Refund of ${money(item.amount)} processed` }
    case 'approval-requested':
      return {
        shape: 'ring',
        tone: 'warn',
        text: `Approval requested for a refund of ${money(item.amount)}`,
        by: item.by,
        ...(item.note === null ? {} : { details: [item.note] }),
      }
    case 'approval-decided':
      return {
        ...decisionGlyphs[item.state],
        text: `Request for a refund of ${money(item.amount)} ${item.state}`,
        by: item.by ?? undefined,
        ...(item.reason === null ? {} : { details: [item.reason] }),
      }
    case 'document':
      return {
        shape: 'tick',
        tone: 'mute',
        text: `${documentKindLabels[item.document_kind]} ${item.serial} issued`,
      }
    case 'note':
      return { shape: 'ring', tone: 'info', text: 'Note', by: item.by, details: [item.text] }
    case 'change':
      return {
        shape: 'dot',
        tone: 'mute',
        text: actionLabel(item.action),
        by: item.by ?? undefined,
        details: item.changes.flatMap(changeText),
      }
  }
}

function changeText({ name, before, after }: { name: string; before: string | null; after: string | null }) {
  // What a check found is a sentence.
  if (name === 'found') return after === null ? [] : [after]
  // Members without a label are of no use to staff: ids and times that the page shows elsewhere.
  const label = memberLabels[name]
  if (label === undefined || (before ?? after) === null) return []
  const text = (value: string) => {
    if (name === 'status') return transactionStatusBadge(value).label
    return name === 'payment_method' ? methodLabel(value) : value
  }
  if (after === null) return [`${label}: removed`]
  return [before === null ? `${label}: ${text(after)}` : `${label}: ${text(before)} to ${text(after)}`]
}

/** "transaction.some-thing" without a label becomes "Some thing". */
function actionLabel(action: string): string {
  const known = actionLabels[action]
  if (known !== undefined) return known
  const words = action.replace(/^transaction\./, '').replace(/[._-]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
