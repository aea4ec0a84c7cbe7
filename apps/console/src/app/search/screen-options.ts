import type { Permission } from '@greenroom/contract/access/permission'
import type { SavedView } from '@greenroom/contract/desk/saved-view/saved-view.schema'
import { type Icon, IconBookmark, IconUsers } from '@tabler/icons-react'
import { includesAll } from '../../lib/api/permissions.ts'
import { paths } from '../../lib/paths.ts'
import { isInSection, navHome, navSections, type OptionalPart, permittedSections } from '../nav.ts'
import { permissionsOfScreen } from '../screen-access.ts'
import { createActions } from './create-actions.ts'
import type { OptionLink } from './hit-link.ts'
import type { SearchOption } from './search-options.ts'

interface FurtherScreen {
  label: string
  link: OptionLink
  /** The route, if it is not the path itself. */
  route?: string
}

/** Views of screens that have an item in the sidebar. */
const furtherScreens: readonly FurtherScreen[] = [
  { label: 'Transactions › All', link: { to: `${paths.transactions}/all` }, route: '/transactions/$type' },
  { label: 'Transactions › Numbers', link: { to: paths.reports } },
  ...(['board', 'today', 'sources'] as const).map((view) => ({
    label: `Advisory › Leads, ${view}`,
    link: { to: paths.advisoryLeads, search: { view } },
  })),
]

/** Words that find a screen, beside those of its name. */
const soughtWords: Readonly<Record<string, string>> = {
  [paths.overview]: 'home dashboard today revenue sales attention',
  [paths.calendar]: 'schedule month week clash sessions',
  [`${paths.transactions}/all`]: 'orders payments purchases refund sales export csv buyers',
  [paths.reports]:
    'reports analytics revenue sales charts compare month year tax average buyers new returning coupon campaign leads by source moderation handled seats before session filling',
  [paths.refundRequests]: 'approve approval money back',
  [paths.userModeration]: 'reports reported block ban members',
  [paths.postModeration]: 'reports reported delete',
  [paths.commentModeration]: 'reports reported delete',
  [paths.eventList]: 'tickets offline',
  [paths.webinarList]: 'zoom online',
  [paths.posts]: 'feed community poll announcement',
  [paths.creators]: 'hosts speakers teachers',
  [paths.advisoryLeads]: 'calls bookings enquiries customers export csv',
  [paths.coupons]: 'discount promo codes',
  [paths.shortlinks]: 'short links campaign utm',
  [paths.paymentPages]: 'custom payment link',
  [paths.documents]: 'invoices credit notes gst tax state',
  [paths.differences]: 'reconciliation razorpay gateway refund mismatch',
  [paths.months]: 'gst gstr-1 return tax close file export',
  [paths.staff]: 'invite team roles users permissions colleagues',
  [paths.apiKeys]: 'connect integration token',
  [paths.personalData]: 'erase delete gdpr dpdp privacy export copy',
  [paths.history]: 'audit log changes who export csv',
  [paths.bin]: 'deleted restore undo trash',
}

/** Returns the icon of the section that a path belongs to. */
function iconOf(path: string): Icon | undefined {
  return navSections.find((section) => isInSection(section, path))?.icon
}

function optionOf(type: 'screen' | 'create', label: string, link: OptionLink, icon?: Icon): SearchOption {
  return {
    id: `${type}-${link.to}${link.search?.view ?? ''}`,
    type,
    label,
    link,
    icon: icon ?? iconOf(link.to),
    words: type === 'create' ? 'create new add' : soughtWords[link.to],
  }
}

/** Returns every screen that a role may open. */
export function screenOptions(
  permissions: readonly Permission[],
  inUse: readonly OptionalPart[],
): SearchOption[] {
  const further = furtherScreens.filter(({ link, route = link.to }) =>
    includesAll(permissions, permissionsOfScreen(route)),
  )
  const items = [
    ...permittedSections(permissions, [], navHome),
    ...permittedSections(permissions, inUse),
  ].flatMap(({ label, path, items: below, icon }) =>
    below
      ? below.map((item) => optionOf('screen', `${label} › ${item.label}`, { to: item.path }, icon))
      : [optionOf('screen', label, { to: path }, icon)],
  )
  const sectionOf = ({ link }: SearchOption) =>
    navSections.findIndex((section) => isInSection(section, link?.to ?? ''))
  // In the order of the sidebar; Overview, Calendar and People, which belong to no section, come first.
  return [...further.map(({ label, link }) => optionOf('screen', label, link)), ...items].sort(
    (one, other) => sectionOf(one) - sectionOf(other),
  )
}

/** Returns the saved views of screens that a role may open. */
export function viewOptions(views: readonly SavedView[], permissions: readonly Permission[]): SearchOption[] {
  return views.flatMap(({ _id, name, path, search, is_shared }): SearchOption[] => {
    const route = path.startsWith(`${paths.transactions}/`) && path !== paths.refundRequests
    if (!includesAll(permissions, permissionsOfScreen(route ? '/transactions/$type' : path))) return []
    const section = navSections.find((one) => isInSection(one, path))
    return [
      {
        id: `view-${_id}`,
        type: 'screen',
        label: section ? `${section.label} › ${name}` : name,
        link: { to: path, search },
        icon: is_shared ? IconUsers : IconBookmark,
        words: 'view saved filter',
      },
    ]
  })
}

/** Returns the create actions that a role includes. */
export function createOptions(permissions: readonly Permission[]): SearchOption[] {
  return createActions().flatMap(({ heading, link }) =>
    includesAll(permissions, permissionsOfScreen(link.to, link.search))
      ? [optionOf('create', heading, link)]
      : [],
  )
}
