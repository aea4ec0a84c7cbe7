import { memberPermissions } from '@greenroom/contract/access/member-permission'
import { endpoints } from '@greenroom/contract/endpoints'
import { moneySums } from '@greenroom/contract/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { sandboxAccounts } from './platform/identity/sandbox-accounts.ts'
import type { TestApp } from './test-app.ts'
import { createSampleApp, readAll } from './test-reading.ts'

type Schema = z.core.$ZodType

/** Whole numbers that are no sum of money: prices and discounts that buyers see, counts, lengths, versions. */
const otherNumbers = new Set([
  ...['original_price', 'current_price', 'member_price', 'guest_price', 'price', 'percentage', 'coins'],
  ...['absolute_discount', 'absolute_discount_usd', 'discount_percentage', 'gst_percent'],
  ...[
    'total',
    'active',
    'attempts',
    'calls_today',
    'banners_ending',
    'booked',
    'call_past',
    'call_today',
    'comment_count',
    'comments',
    'exports',
  ],
  ...[
    'count',
    'counts',
    'coupons_count',
    'coupons_ending',
    'current',
    'documents_without_state',
    'draft',
    'ended',
    'event',
  ],
  ...[
    'failed_webhooks',
    'files',
    'follow_up',
    'given_back',
    'harassment',
    'hosted_count',
    'hate',
    'holding',
    'illegal',
    'inactive',
  ],
  ...['leads_past_call', 'leads_without_advisor', 'like_count', 'links_count', 'lost', 'masterclass'],
  ...[
    'members_count',
    'misleading',
    'next_order',
    'offensive',
    'omitted',
    'open_differences',
    'open_disputes',
    'open_leads',
  ],
  ...[
    'open_reports',
    'opens',
    'order',
    'orders',
    'other',
    'past',
    'payment-link',
    'posts',
    'priority',
    'quoted',
  ],
  ...[
    'reactions',
    'redeemed',
    'refund_requests',
    'registrations_count',
    'reported_comments',
    'reported_posts',
  ],
  ...[
    'reported_users',
    'reports',
    'sensitive',
    'sold',
    'spam',
    'talked',
    'total_tickets',
    'total_tickets_sold',
  ],
  ...[
    'unlinked',
    'votes',
    'waiting',
    'webinar',
    'won',
    'max_per_person',
    'max_redemptions',
    'attended_minutes',
    ...['seats', 'of', 'held', 'sessions', 'received', 'handled', 'median_minutes', 'p90_minutes', 'deleted'],
  ],
  ...['buffer_minutes', 'buffer_time', 'slot_time', 'height', 'width', 'last_status', 'version'],
])

/** Sums in entries that the server leaves out as a whole (OQ-466). */
const inOrders = ['listPersonTimeline.data.items', 'addPersonNote.data'].flatMap((path) => [
  `${path}.amount`,
  `${path}.refunded_amount`,
])

function partsOf(schema: Schema): [name: string | null, part: Schema][] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape as Record<string, Schema>)
    case 'array':
      return [[null, def.element]]
    case 'record':
      return [[null, def.valueType]]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'nonoptional':
    case 'readonly':
      return [[null, def.innerType]]
    case 'union':
      return def.options.map((option) => [null, option])
    case 'intersection':
      return [def.left, def.right].map((side) => [null, side])
    case 'pipe':
      return [[null, def.out]]
    default:
      return []
  }
}

/** Returns the numbers of a schema that nothing withholds from a role without `money.read`. */
function shownNumbers(schema: Schema, path: string): { path: string; isSum: boolean }[] {
  if (memberPermissions.get(schema)?.permission === 'money.read') return []
  const isSum = moneySums.has(schema)
  const { type } = (schema as z.core.$ZodTypes)._zod.def
  if (isSum || type === 'number') return [{ path, isSum }]
  return partsOf(schema).flatMap(([name, part]) =>
    shownNumbers(part, name === null ? path : `${path}.${name}`),
  )
}

/** Returns the sums of money that a value has. */
function sumsIn(schema: Schema, value: unknown, path: string): string[] {
  if (value === undefined || value === null) return []
  if (moneySums.has(schema)) return typeof value === 'number' ? [path] : []
  if (Array.isArray(value)) {
    return value.flatMap((item) => partsOf(schema).flatMap(([, part]) => sumsIn(part, item, path)))
  }
  return partsOf(schema).flatMap(([name, part]) =>
    name === null
      ? sumsIn(part, value, path)
      : sumsIn(part, (value as Record<string, unknown>)[name], `${path}.${name}`),
  )
}

it('declares each number of a response as a sum of money or as another number (OQ-550)', () => {
  const shown = endpoints
    .filter(({ endpoint }) => !endpoint.permissions.some((one) => /^(money|intake|webhook)\./.test(one)))
    .flatMap(({ endpoint }) => shownNumbers(endpoint.response, endpoint.name))
  expect(shown.length).toBeGreaterThan(100)
  const unclear = shown.filter(
    ({ path, isSum }) =>
      !inOrders.includes(path) && (isSum || !otherNumbers.has(path.split('.').at(-1) as string)),
  )
  expect(unclear.map(({ path }) => path)).toEqual([])
})

describe('with the sample data', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createSampleApp()
  }, 60_000)
  afterAll(() => app.close())

  async function sumsShownTo(role: string): Promise<Set<string>> {
    const account = sandboxAccounts.find((one) => one.role === role)
    const token = await app.tokenFor(account?.email ?? '')
    const found = new Set<string>()
    await readAll(app, token, (name, _path, { status, body }) => {
      const endpoint = endpoints.find((one) => one.endpoint.name === name)?.endpoint
      if (status === 200 && endpoint)
        for (const path of sumsIn(endpoint.response, body, name)) found.add(path)
    })
    return found
  }

  // Literal, so that a change of the table of roles is noticed here.
  it.each(['content', 'moderation', 'advisory'])(
    'shows no sum of money to the role %s, in no response (OQ-550, OQ-466)',
    async (role) => {
      expect([...(await sumsShownTo(role))]).toEqual([])
    },
    120_000,
  )

  it('shows them to a role that may read orders (OQ-198, OQ-302)', async () => {
    expect([...(await sumsShownTo('viewer'))]).toEqual(
      expect.arrayContaining([
        'listMasterclasses.data.sales.amount',
        'listPaymentPages.data.sales.amount',
        'listCoupons.data.redemptions.amount',
        'listCoupons.data.redemptions.discount',
        'getOverview.data.money.completed',
        'getPersonPage.data.sums.net',
        'listPersonTimeline.data.items.amount',
        'search.data.groups.hits.amount',
      ]),
    )
  }, 120_000)

  it('still tells a role without sums how many were sold (OQ-550)', async () => {
    const token = await app.tokenFor(sandboxAccounts.find((one) => one.role === 'moderation')?.email ?? '')
    const { body } = await app.call('GET', '/admin/payment-entity?is_active=true', { token })
    const sales = body.data.flatMap((page: { sales: object[] }) => page.sales)
    expect(sales.length).toBeGreaterThan(0)
    for (const sale of sales) expect(Object.keys(sale).sort()).toEqual(['currency_code', 'sold'])
  })
})
