import { paths } from '../../apps/console/src/lib/paths.ts'
import type { Program } from './program.ts'
import { makeRefundBatch } from './records.ts'

/** A screen to open, with a record of the sample if it is about one. */
export interface Screen {
  /** As its screen declares it. */
  route: string
  /** Additions to the route: a tab, an opened form. */
  search?: string
  /** Which record, where a route is opened with several. */
  of?: string
  /** Forms and texts to read; all others take the width of the page (OQ-710). */
  isNarrow?: true
  /** Returns the id of the record that the screen is about, which replaces $id or $month, or follows as ?id=. */
  idOf?: (program: Program) => Promise<string>
}

/** Returns the id of the first record. @param from table, with a condition */
export const firstId = (from: string) => async (program: Program) => {
  const [row] = await program.query<{ id: string }>(`select id from ${from} order by id limit 1`)
  if (!row) throw new Error(`The sample has no ${from}`)
  return row.id
}

async function ownPost(program: Program): Promise<string> {
  const { body } = await program.call<{ admin_post_user_id: string }>('GET', '/admin/session')
  return firstId(`post where user_id = '${body.data.admin_post_user_id}'`)(program)
}

/** Returns the month of the newest document, or the present one without any. */
async function monthOfSample(program: Program): Promise<string> {
  const [row] = await program.query<{ month: string }>(
    "select to_char(coalesce(max(document_date), now()), 'YYYY-MM') as month from tax_document",
  )
  return row?.month ?? ''
}

/** Every screen that is declared; a test compares. */
export const screens: readonly Screen[] = [
  { route: paths.home },
  { route: paths.overview },
  { route: paths.masterclassList },
  { route: paths.masterclassList, search: '?tab=draft' },
  { route: paths.masterclassList, search: '?tab=past' },
  { route: paths.masterclassCreate, isNarrow: true },
  {
    route: '/masterclass/edit/$id',
    of: 'published',
    isNarrow: true,
    idOf: firstId('masterclass where is_active'),
  },
  {
    route: '/masterclass/edit/$id',
    of: 'draft',
    isNarrow: true,
    idOf: firstId('masterclass where not is_active'),
  },
  { route: '/masterclass/people/$id', idOf: firstId('masterclass where is_active and start_time < now()') },
  { route: '/event/people/$id', idOf: firstId(`event where event_type = 'OFFLINE' and not is_paid`) },
  { route: '/webinar/people/$id', idOf: firstId(`event where event_type = 'ONLINE' and not is_published`) },
  ...['pending', 'completed', 'refunded'].map((status) => ({
    route: '/transactions/orders/$id',
    of: status,
    idOf: firstId(`transaction where status = '${status}'`),
  })),
  { route: '/transactions/$type', search: 'masterclass' },
  { route: '/transactions/$type', search: 'membership' },
  { route: '/transactions/$type', search: 'events?phone=9876543210' },
  { route: '/people' },
  { route: '/people/$id', idOf: firstId('app_user') },
  { route: paths.userModeration },
  { route: paths.postModeration },
  { route: paths.commentModeration },
  { route: paths.eventList },
  { route: paths.eventCreate, isNarrow: true },
  { route: '/event/edit/$id', isNarrow: true, idOf: firstId(`event where event_type = 'OFFLINE'`) },
  { route: paths.webinarList },
  { route: paths.webinarCreate, isNarrow: true },
  {
    route: '/webinar/edit/$id',
    of: 'published',
    isNarrow: true,
    idOf: firstId(`event where event_type = 'ONLINE' and is_published`),
  },
  {
    route: '/webinar/edit/$id',
    of: 'draft',
    isNarrow: true,
    idOf: firstId(`event where event_type = 'ONLINE' and not is_published`),
  },
  { route: paths.calendar },
  { route: paths.calendar, search: '?view=week' },
  { route: paths.banners },
  { route: paths.bannerForm, isNarrow: true },
  {
    route: paths.bannerForm,
    of: 'internal',
    isNarrow: true,
    idOf: firstId(`banner where redirect_type = 'internal'`),
  },
  {
    route: paths.bannerForm,
    of: 'external',
    isNarrow: true,
    idOf: firstId(`banner where redirect_type = 'external'`),
  },
  { route: paths.posts, isNarrow: true },
  { route: paths.posts, search: '?tab=create' },
  { route: '/create-post/edit/$id', idOf: ownPost },
  { route: paths.newsList },
  { route: paths.newsList, search: '?tab=inactive' },
  { route: paths.newsCreate, isNarrow: true },
  { route: paths.newsEdit, isNarrow: true, idOf: firstId('news') },
  { route: paths.creators },
  { route: paths.creators, search: '?tab=create', isNarrow: true },
  { route: paths.advisoryServices },
  { route: '/advisory/services/$id', idOf: firstId('advisory_service') },
  { route: paths.advisoryAdvisors },
  { route: paths.advisoryAdvisors, search: '?tab=create', isNarrow: true },
  { route: paths.advisoryLeads },
  { route: paths.advisoryLeads, search: '?view=board' },
  { route: paths.advisoryLeads, search: '?view=today' },
  { route: paths.advisoryLeads, search: '?view=sources' },
  { route: paths.advisoryLeads, search: '?q=nobody' },
  { route: paths.memberships },
  { route: paths.coupons },
  { route: paths.shortlinks },
  { route: paths.shortlinks, search: '?tab=create', isNarrow: true },
  { route: paths.paymentPages },
  { route: paths.paymentPages, search: '?create=1' },
  { route: paths.reports },
  { route: paths.reports, search: '?by=campaign' },
  { route: paths.reports, search: '?by=buyers' },
  { route: paths.reports, search: '?from=2020-01-01&to=2020-01-02' },
  { route: paths.documents },
  { route: paths.documents, search: '?q=nothing' },
  { route: paths.differences },
  { route: paths.refundRequests },
  { route: paths.refundRequests, search: '?tab=batches' },
  {
    route: '/transactions/batches/new',
    search: '?type=events',
    idOf: firstId(
      "event where exists (select from transaction where entity_id = event.id and status = 'completed')",
    ),
  },
  {
    route: '/transactions/batches/$id',
    idOf: (program) => makeRefundBatch(program, 'stopped'),
  },
  { route: paths.disputes },
  { route: paths.settlements },
  { route: paths.settlements, search: '?month=2020-01' },
  { route: '/books/settlements/$id', idOf: firstId('settlement') },
  { route: paths.monthMoney },
  { route: paths.monthMoney, search: '?month=2020-01&by=ordered' },
  { route: paths.months },
  { route: '/books/months/$month', idOf: monthOfSample },
  { route: paths.staff },
  { route: paths.apiKeys },
  { route: paths.webhooks },
  { route: paths.personalData, isNarrow: true },
  { route: paths.history },
  { route: paths.bin },
  { route: paths.help },
  { route: paths.help, search: '?page=refund' },
  { route: '$', search: '/no-such-screen' },
]

/** Returns the address of a screen in a program with sample data. */
export async function addressOf({ route, search = '', idOf }: Screen, program: Program): Promise<string> {
  const id = await idOf?.(program)
  const path = route.replace(/\$(id|month)$/, id ?? '').replace(/\$.*$/, '')
  return id === undefined || /\$(id|month)$/.test(route) ? `${path}${search}` : `${path}?id=${id}`
}
