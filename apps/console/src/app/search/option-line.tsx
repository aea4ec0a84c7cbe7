import type { SearchHit, SearchKind } from '@greenroom/contract/desk/search/search.schema'
import type { LeadStatus } from '@greenroom/contract/lead-status'
import {
  type Icon,
  IconArrowRight,
  IconBroadcast,
  IconCalendarEvent,
  IconCashBanknote,
  IconCommand,
  IconFileInvoice,
  IconHeadset,
  IconHistory,
  IconId,
  IconLayoutGrid,
  IconLink,
  IconMicrophone2,
  IconNews,
  IconPlus,
  IconPresentation,
  IconReceiptRupee,
  IconRosetteDiscount,
  IconScale,
  IconSlideshow,
  IconSpeakerphone,
  IconUser,
  IconUserCheck,
} from '@tabler/icons-react'
import { Fragment } from 'react'
import { leadGlyphs, leadStatusLabel } from '../../features/people/advisory/lead-status.ts'
import { formatTime } from '../../lib/dates.ts'
import { formatMoney } from '../../lib/money.ts'
import { formatPhone } from '../../lib/phone.ts'
import { transactionStatusBadge } from '../../shared/money/order-status/order-status.ts'
import { StatusGlyph } from '../../ui/status-glyph.tsx'
import { MarkedText } from './marked-text.tsx'
import classes from './option-line.module.css'
import type { SearchOption } from './search-options.ts'

const kindIcons: Record<SearchKind, Icon> = {
  order: IconReceiptRupee,
  person: IconUser,
  lead: IconHeadset,
  document: IconFileInvoice,
  'refund-request': IconUserCheck,
  difference: IconScale,
  masterclass: IconPresentation,
  webinar: IconBroadcast,
  event: IconCalendarEvent,
  coupon: IconRosetteDiscount,
  shortlink: IconLink,
  creator: IconMicrophone2,
  advisor: IconHeadset,
  post: IconSpeakerphone,
  news: IconNews,
  banner: IconSlideshow,
  'payment-page': IconCashBanknote,
  membership: IconId,
  'advisory-service': IconHeadset,
}
const typeIcons: Record<Exclude<SearchOption['type'], 'record'>, Icon> = {
  recent: IconHistory,
  text: IconHistory,
  more: IconArrowRight,
  create: IconPlus,
  screen: IconLayoutGrid,
  command: IconCommand,
  retry: IconHistory,
}

/** The content of an option: what it is, and what tells it apart from others. */
export function OptionLine({ option, typed }: { option: SearchOption; typed: string }) {
  const { type, kind, icon, hit, label } = option
  const OptionIcon = icon ?? (kind ? kindIcons[kind] : typeIcons[type as keyof typeof typeIcons])
  return (
    <>
      <OptionIcon size={18} stroke={1.5} aria-hidden="true" className={classes.icon} />
      <span className={classes.texts}>
        <span className={classes.title}>
          <MarkedText text={label} typed={typed} />
        </span>
        {hit && kind && <Facts hit={hit} kind={kind} typed={typed} />}
      </span>
      {hit && kind && <End hit={hit} kind={kind} />}
    </>
  )
}

function Facts({ hit, kind, typed }: { hit: SearchHit; kind: SearchKind; typed: string }) {
  const { code, phone, email, detail, at } = hit
  const facts = [
    code,
    phone && formatPhone(phone),
    email,
    detail,
    at && kind !== 'document' ? formatTime(at) : null,
  ].filter((fact): fact is string => Boolean(fact))
  if (facts.length === 0) return null
  return (
    <span className={classes.facts}>
      {facts.map((fact, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts never move
        <Fragment key={place}>
          {place > 0 && ' · '}
          <MarkedText text={fact} typed={typed} />
        </Fragment>
      ))}
    </span>
  )
}

function End({
  hit: { amount, currency_code: currency, status },
  kind,
}: {
  hit: SearchHit
  kind: SearchKind
}) {
  return (
    <span className={classes.end}>
      {amount !== null && currency !== null && (
        <span className={classes.amount}>{formatMoney(amount, currency)}</span>
      )}
      <Status status={status} kind={kind} />
    </span>
  )
}

const tabTexts: Record<string, string> = {
  draft: 'Draft',
  past: 'Past',
  inactive: 'Inactive',
  ended: 'Ended',
  invoice: 'Invoice',
  credit_note: 'Credit note',
  open: 'Open',
  waiting: 'Waiting',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  lapsed: 'Lapsed',
  resolved: 'Resolved',
  'resolved-alone': 'Resolved',
}

function Status({ status, kind }: { status: string | null; kind: SearchKind }) {
  if (status === null) return null
  if (kind === 'order') {
    const { label, shape, tone } = transactionStatusBadge(status)
    return (
      <span className={classes.status}>
        <StatusGlyph shape={shape} tone={tone} />
        {label}
      </span>
    )
  }
  if (kind === 'lead') {
    return (
      <span className={classes.status}>
        <StatusGlyph {...leadGlyphs[status as LeadStatus]} />
        {leadStatusLabel(status as LeadStatus)}
      </span>
    )
  }
  const text = tabTexts[status]
  return text === undefined ? null : <span className={classes.status}>{text}</span>
}
