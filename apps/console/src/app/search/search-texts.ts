import type { SearchKind } from '@greenroom/contract/desk/search/search.schema'

export const kindLabels: Record<SearchKind, string> = {
  order: 'Orders',
  person: 'People',
  lead: 'Leads',
  document: 'Invoices and credit notes',
  'refund-request': 'Refund requests',
  difference: 'Differences',
  masterclass: 'Masterclasses',
  webinar: 'Webinars',
  event: 'Events',
  coupon: 'Coupons',
  shortlink: 'Short links',
  creator: 'Creators',
  advisor: 'Advisors',
  post: 'Posts',
  news: 'News',
  banner: 'Banners',
  'payment-page': 'Payment pages',
  membership: 'Memberships',
  'advisory-service': 'Advisory services',
}

export const searchTexts = {
  label: 'Search',
  placeholder: 'Order number, phone, e-mail, name or title',
  results: 'Results',
  recent: 'Recent',
  create: 'Create',
  screens: 'Go to',
  commands: 'Commands',
  more: (label: string) => `Show all in ${label}`,
  narrow: 'There are more. Type more to narrow them down.',
  searching: 'Searching...',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  nothing: (text: string) => `Nothing matches “${text}”`,
  nothingHelp:
    'Order numbers, phones, e-mail addresses and names are found by their beginning, titles by any part.',
  failed: 'The search failed',
  unsearched: (labels: string) => `${labels} could not be searched in time. Type more, or try again.`,
  retry: 'Retry',
  untitled: 'Without a text',
} as const
