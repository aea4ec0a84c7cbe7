import type { Permission } from '../../access/permission.ts'
import { isRecordId } from '../../field.ts'
import type { ViewSearch } from './saved-view.rules.ts'

interface ViewedScreen {
  /** The section of the sidebar. A person's views have different names within a section. */
  section: string
  /** What a role needs to open the screen. A test compares it with the console's own table. */
  opens: readonly Permission[]
}

const content = (section: string): ViewedScreen => ({ section, opens: ['content.read'] })
const money = (section: string): ViewedScreen => ({ section, opens: ['money.read'] })
const advisory: ViewedScreen = { section: 'advisory', opens: ['advisory.read'] }

/** The lists that can be saved as a view, by the path of their route; `$id` stands for a record's id. */
export const viewedScreens: Readonly<Record<string, ViewedScreen>> = {
  '/masterclass': content('masterclass'),
  '/masterclass/people/$id': content('masterclass'),
  '/transactions/all': money('transactions'),
  '/transactions/masterclass': money('transactions'),
  '/transactions/membership': money('transactions'),
  '/transactions/events': money('transactions'),
  '/transactions/custom': money('transactions'),
  '/transactions/requests': money('transactions'),
  '/reports': money('transactions'),
  '/moderation/users': { section: 'moderation', opens: ['moderation.read'] },
  '/moderation/posts': { section: 'moderation', opens: ['content.read', 'moderation.read'] },
  '/moderation/comments': { section: 'moderation', opens: ['moderation.read'] },
  '/events': content('events'),
  '/event/people/$id': content('events'),
  '/webinar': content('webinar'),
  '/webinar/people/$id': content('webinar'),
  '/people': { section: 'people', opens: [] },
  '/banners': content('banners'),
  '/create-post': content('posts'),
  '/news': content('news'),
  '/creators': content('creators'),
  '/advisory/services': advisory,
  '/advisory/advisors': advisory,
  '/advisory/leads': advisory,
  '/memberships': content('coupons'),
  '/coupons': content('coupons'),
  '/url-shortener': content('short-links'),
  '/custom-payment-pages': content('payment-pages'),
  '/books/documents': money('books'),
  '/books/differences': money('books'),
  '/books/disputes': money('books'),
  '/books/settlements': money('books'),
  '/books/money': money('books'),
  '/books/months': money('books'),
  '/staff': { section: 'administration', opens: ['staff.read'] },
  '/api-keys': { section: 'administration', opens: ['key.write'] },
  '/webhooks': { section: 'administration', opens: ['webhook.read'] },
  '/bin': content('administration'),
  '/history': { section: 'administration', opens: ['history.read', 'personal.read'] },
}

/** Returns the list with a path; undefined for any other screen. */
export function viewedScreen(path: string): ViewedScreen | undefined {
  const ofRecord = path.replace(/[^/]+$/, (last) => (isRecordId(last) ? '$id' : last))
  return Object.hasOwn(viewedScreens, ofRecord) && !path.includes('$') ? viewedScreens[ofRecord] : undefined
}

/** At least eight digits that a phone number's separators may part. Order numbers don't match. */
const phoneNumber = /(?<![\w-])\+?\d(?:[\s().-]{0,2}\d){7,}/
const dayOrId = /^\d{4}-\d\d-\d\d$|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
const emailAddress = /[^\s@]@[^\s@]/
/** Days and spans of years, which have as many digits as a phone number. */
const dates = /\b\d{4}-\d\d-\d\d\b|\b\d\d?([./-])\d\d?\1\d{4}\b|\b20\d\d ?[-–/] ?20\d\d\b/g

/** Tells whether a view looks for a person by phone number or e-mail address. */
export function isPersonalSearch(search: ViewSearch): boolean {
  return Object.entries(search).some(
    ([name, value]) =>
      name === 'phone' || (!dayOrId.test(value) && (value.includes('@') || phoneNumber.test(value))),
  )
}

/** Tells whether the name of a view contains a phone number or an e-mail address. */
export function isPersonalName(name: string): boolean {
  return emailAddress.test(name) || phoneNumber.test(name.replace(dates, ','))
}

/** Returns what a role needs to open a view. A view that looks for a person needs to see people in full as well. */
export function permissionsOfView(path: string, search: ViewSearch): readonly Permission[] | undefined {
  const opens = viewedScreen(path)?.opens
  return opens && isPersonalSearch(search) ? [...opens, 'personal.read'] : opens
}
