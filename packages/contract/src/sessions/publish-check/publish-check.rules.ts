import { emailPattern } from '../../field.ts'
import { linkWarning, priceWarning } from '../../money/coupon/coupon.rules.ts'
import type { CurrencyCode } from '../../money.ts'
import { minutesBetween, spanConflict } from '../meeting/meeting.rules.ts'
import type { MeetingClash } from '../meeting/meeting.schema.ts'
import type { PublishFacts } from './publish-check.schema.ts'

/** A banner that is smaller than this looks blurred on the public page. */
export const smallestPicture = { width: 640, height: 360 } as const
const hour = 3_600_000

/** A session that is about to be published, as its form or its record has it. */
export interface CheckedSession {
  kind: 'masterclass' | 'webinar' | 'event'
  start_time: string | null
  end_time: string | null
  zoom_hub_name: string | null
  /** Whether somebody has to pay for it. */
  is_paid: boolean
  prices: readonly {
    currency_code: CurrencyCode
    current_price: number
    original_price?: number | null | undefined
  }[]
  links: readonly { url: string; is_active: boolean }[]
  /** E-mail address of who gives it; null where nobody is named. */
  host_email: string | null
  has_picture: boolean
}

/** One line of the check. */
export interface Finding {
  /** error: the server refuses to publish; warning: asks before publishing; note: shown beside others only. */
  level: 'error' | 'warning' | 'note'
  /** The field of the request that it is about. */
  field: string
  code:
    | 'begun'
    | 'soon'
    | 'ends-before-start'
    | 'account-missing'
    | 'clash'
    | 'gap'
    | 'free'
    | 'above-original'
    | 'coupon-ended'
    | 'coupon-ends-before'
    | 'coupon-below-zero'
    | 'coupon-free'
    | 'link-not-secure'
    | 'host-email'
    | 'no-picture'
    | 'small-picture'
  /** The coupon, the currency or the address. */
  about?: string
  clash?: MeetingClash
  /** Between both sessions, for a gap. */
  minutes?: number
}

/**
 * Checks a session before it is published (OQ-512): time, account, prices, coupons, links, host and picture. Required
 * fields are not checked again: the forms and the server refuse them.
 */
export function publishFindings(session: CheckedSession, facts: PublishFacts, now: Date): Finding[] {
  return [
    ...timeFindings(session, now),
    ...accountFindings(session, facts),
    ...priceFindings(session),
    ...couponFindings(session, facts, now),
    ...linkFindings(session),
    ...hostFindings(session),
    ...pictureFindings(session, facts),
  ]
}

/** Returns whether a session can be published without a question. */
export function isReady(findings: readonly Finding[]): boolean {
  return findings.every(({ level }) => level === 'note')
}

function timeFindings({ kind, start_time, end_time }: CheckedSession, now: Date): Finding[] {
  const findings: Finding[] = []
  if (start_time === null || end_time === null) return findings
  const start = Date.parse(start_time)
  if (start < now.getTime()) {
    // An event that has begun can still be published.
    findings.push({ level: kind === 'event' ? 'warning' : 'error', field: 'start_time', code: 'begun' })
  } else if (start < now.getTime() + hour) {
    findings.push({ level: 'warning', field: 'start_time', code: 'soon' })
  }
  if (Date.parse(end_time) < start) {
    findings.push({ level: 'warning', field: 'end_time', code: 'ends-before-start' })
  }
  return findings
}

function accountFindings(session: CheckedSession, facts: PublishFacts): Finding[] {
  const { kind, zoom_hub_name: account, start_time, end_time } = session
  if (kind === 'event') return []
  if (account === null) return [{ level: 'error', field: 'zoom_hub_name', code: 'account-missing' }]
  if (start_time === null || end_time === null) return []
  const clashes = facts.accounts.find(({ zoom_hub_name }) => zoom_hub_name === account)?.clashes ?? []
  const level = facts.refuses_clashes ? 'error' : 'warning'
  return clashes.map((clash) => {
    const span = { start_time, end_time }
    const isGap = spanConflict(span, clash, facts.buffer_minutes) === 'gap'
    return isGap
      ? { level, field: 'zoom_hub_name', code: 'gap', clash, minutes: minutesBetween(span, clash) }
      : { level, field: 'zoom_hub_name', code: 'clash', clash }
  })
}

function priceFindings({ is_paid, prices }: CheckedSession): Finding[] {
  if (!is_paid) return []
  return prices.flatMap(({ currency_code, current_price, original_price }, place): Finding[] => {
    const about = currency_code
    const field = `prices.${place}.current_price`
    if (current_price === 0) return [{ level: 'warning', field, code: 'free', about }]
    if (original_price != null && original_price < current_price) {
      return [{ level: 'warning', field, code: 'above-original', about }]
    }
    return []
  })
}

function couponFindings(
  { start_time, prices }: CheckedSession,
  { coupons }: PublishFacts,
  now: Date,
): Finding[] {
  return coupons.flatMap((coupon): Finding[] => {
    const finding = (code: Finding['code']): Finding[] => [
      { level: 'warning', field: 'coupons', code, about: coupon.code },
    ]
    const link = linkWarning(coupon, { is_active: true, start_time }, now)
    if (link === 'ended') return finding('coupon-ended')
    const warnings = prices.map((price) => priceWarning(price, coupon))
    if (warnings.includes('below-zero')) return finding('coupon-below-zero')
    if (warnings.includes('free')) return finding('coupon-free')
    return link === 'ends-before-session' ? finding('coupon-ends-before') : []
  })
}

function linkFindings({ links }: CheckedSession): Finding[] {
  return links.flatMap(({ url, is_active }, place): Finding[] =>
    is_active && !/^https:/i.test(url.trim())
      ? [{ level: 'warning', field: `links.${place}.url`, code: 'link-not-secure', about: url.trim() }]
      : [],
  )
}

function hostFindings({ host_email }: CheckedSession): Finding[] {
  if (host_email === null || emailPattern.test(host_email)) return []
  return [{ level: 'warning', field: 'creator_id', code: 'host-email' }]
}

function pictureFindings({ has_picture }: CheckedSession, { picture }: PublishFacts): Finding[] {
  if (!has_picture) return [{ level: 'note', field: 'banner', code: 'no-picture' }]
  if (picture === null) return []
  const isSmall = picture.width < smallestPicture.width || picture.height < smallestPicture.height
  return isSmall ? [{ level: 'note', field: 'banner', code: 'small-picture' }] : []
}
