import { newId } from '../platform/database/record-id.ts'
import { siteUrlOf } from '../platform/site-url.ts'
import { insertShortlinks } from './sample.repository.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { createDraws } from './sample-draws.ts'
import { kolkataTime } from './sample-time.ts'

interface ShortlinkSample {
  /** Looks generated if absent. */
  code?: string
  /** Below the public site, or a whole URL. */
  web?: string
  /** Below the app's own scheme. */
  app?: string
  params?: Record<string, string>
}

const utm = (source: string, medium: string, campaign: string) => ({
  utm_source: source,
  utm_medium: medium,
  utm_campaign: campaign,
})

/** The oldest comes first. */
const shortlinks: ShortlinkSample[] = [
  { code: 'start', web: '/' },
  { code: 'open-app', app: 'home' },
  { code: 'get-app', web: '/download', app: 'home', params: utm('site', 'footer', 'get-app') },
  { code: 'wa-group', web: 'https://chat.whatsapp.com/EXAMPLEgroupcode' },
  { code: 'telegram', web: 'https://t.me/greenroom_example' },
  { web: '/masterclasses?sort=next' },
  {
    code: 'first-sip',
    web: '/masterclasses/first-salary-first-sip',
    params: utm('meta', 'reel', 'first-sip'),
  },
  { web: '/masterclasses/first-salary-first-sip', params: utm('google', 'cpc', 'sip-beginners') },
  { code: 'members', web: '/membership', app: 'membership' },
  { web: '/membership', params: utm('newsletter', 'email', 'monthly-letter') },
  {
    code: 'gst_class',
    web: '/masterclasses/freelancers-gst',
    params: utm('linkedin', 'post', 'freelancers'),
  },
  { app: 'masterclass/next' },
  { code: 'health-cover', web: '/advisory/health', params: utm('meta', 'paid_social', 'family-health') },
  { code: 'term', web: '/advisory/term', app: 'advisory/term' },
  { web: '/advisory/term', params: { ...utm('google', 'cpc', 'term-cover-search'), ref: 'ad 14/b' } },
  { code: 'book-call', web: '/advisory', app: 'advisory', params: utm('webinar', 'chat', 'last-slide') },
  { web: '/blog/how-to-read-a-fact-sheet#charges' },
  { code: 'factsheet', web: '/blog/how-to-read-a-fact-sheet', params: { utm_source: 'webinar' } },
  { code: 'pune-meet', web: '/events/investors-meet-pune' },
  { code: 'pune-map', web: 'https://maps.google.com/?q=Viman+Nagar+Pune' },
  { web: '/events', app: 'events', params: utm('push', 'app', 'weekend') },
  { code: 'coorg', web: '/pay/retreat-in-coorg', params: utm('instagram', 'bio', 'coorg') },
  { app: 'profile/refer', params: { by: 'friend' } },
  { code: 'refer', web: '/refer', app: 'profile/refer' },
  { code: 'itr', web: '/pay/income-tax-return' },
  { code: 'itr-nri', web: '/pay/income-tax-return-abroad', params: { currency: 'USD', from: 'gulf' } },
  { web: '/pay/goal-planner-workbook', params: utm('youtube', 'description', 'goal-planner') },
  { code: 'podcast', web: 'https://podcasts.example.org/greenroom' },
  { code: 'videos', web: 'https://video.example.org/@greenroom' },
  { web: '/webinars?when=this-week', params: utm('newsletter', 'email', 'webinars') },
  { code: 'faq', web: '/help/questions' },
  {
    code: 'feedback',
    web: 'https://forms.example.org/greenroom/feedback?form=class',
    params: { source: 'mail' },
  },
  { app: 'community/feed' },
  { code: 'feed', web: '/community', app: 'community/feed', params: utm('mail', 'digest', 'weekly') },
  {
    code: 'diwali-26',
    web: '/offers/diwali',
    params: { ...utm('meta', 'story', 'diwali'), coupon: 'DIWALI' },
  },
  { web: '/offers/diwali', app: 'offers/diwali' },
  { code: 'gift', web: '/pay/gift-a-class' },
  { code: 'employers', web: '/pay/workshop-for-employers', params: utm('linkedin', 'message', 'employers') },
  { app: 'coupons/apply?code=HELLO10', params: { origin: 'qr poster' } },
  { code: 'yearend', web: '/masterclasses/year-end-tax', params: utm('google', 'display', 'retargeting') },
]

/** Adds short links of every kind: web only, app only, both, with parameters and without. */
async function addShortlinks(context: SampleContext): Promise<SampleCounts> {
  const draws = createDraws(40_302)
  const site = siteUrlOf(context.settings)
  await insertShortlinks(
    context.db,
    shortlinks.map(({ code, web, app, params }, index) => {
      const made = kolkataTime(context.now, -2 - (shortlinks.length - 1 - index) * 4, '15:25')
      const generated = draws.letters(7)
      return {
        id: newId(),
        short_code: code ?? generated,
        web_url: web?.startsWith('/') ? `${site}${web}` : (web ?? null),
        app_url: app === undefined ? null : `greenroom://${app}`,
        params: JSON.stringify(params ?? {}),
        // Some are popular, and every sixth was never opened.
        opens: (index % 6) * ((index * 37) % 101),
        created_at: made,
        updated_at: made,
      }
    }),
  )
  return { shortlinks: shortlinks.length }
}

export const shortlinkSample: SampleSection = { add: addShortlinks }
