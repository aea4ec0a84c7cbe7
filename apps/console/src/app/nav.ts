import type { Permission } from '@greenroom/contract/access/permission'
import {
  type Icon,
  IconBooks,
  IconBroadcast,
  IconCalendarEvent,
  IconCalendarMonth,
  IconCashBanknote,
  IconHeadset,
  IconLayoutDashboard,
  IconLink,
  IconMicrophone2,
  IconNews,
  IconPresentation,
  IconReceiptRupee,
  IconRosetteDiscount,
  IconShieldCheck,
  IconSlideshow,
  IconSpeakerphone,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { includesAll } from '../lib/api/permissions.ts'
import { paths } from '../lib/paths.ts'
import { permissionsOfScreen } from './screen-access.ts'

/** Parts of the program that settings turn on: refunds that need a second person, and webhooks. */
export type OptionalPart = 'refund-approval' | 'webhooks'

interface NavItem {
  label: string
  path: string
  /** The route, if it is not the path itself: it decides who sees the item. */
  route?: string
  /** Shown only while the part of the program is in use. */
  isOf?: OptionalPart
}

export interface NavSection extends NavItem {
  icon: Icon
  /** Further path prefixes that belong to the section. */
  also?: readonly string[]
  items?: readonly NavItem[]
  /** Returns the search parameters that a change between the items keeps. */
  kept?: (search: Record<string, unknown>) => Record<string, unknown>
}

const masterclass: NavSection = { label: 'Masterclass', path: paths.masterclassList, icon: IconPresentation }
const transactionList = '/transactions/$type'

/** The screens over all sections: the sidebar has them above a line. */
export const navHome: readonly NavSection[] = [
  { label: 'Overview', path: paths.overview, icon: IconLayoutDashboard },
  { label: 'Calendar', path: paths.calendar, icon: IconCalendarMonth },
  { label: 'People', path: paths.people, icon: IconUsers },
]

/** The sidebar items, in the order of the specification (SHELL-08). */
export const navSections: readonly NavSection[] = [
  masterclass,
  {
    label: 'Transactions',
    path: paths.transactions,
    icon: IconReceiptRupee,
    also: [`${paths.transactions}/all`, paths.reports],
    items: [
      { label: 'Masterclass', path: `${paths.transactions}/masterclass`, route: transactionList },
      { label: 'Membership', path: `${paths.transactions}/membership`, route: transactionList },
      { label: 'Event', path: `${paths.transactions}/events`, route: transactionList },
      { label: 'Custom', path: `${paths.transactions}/custom`, route: transactionList },
      { label: 'Refund Requests', path: paths.refundRequests, isOf: 'refund-approval' },
    ],
    // Staff look for one person's orders in several types (OQ-209).
    kept: ({ from, to, phone }) => ({ from, to, phone }),
  },
  {
    label: 'Moderation',
    path: paths.moderation,
    icon: IconShieldCheck,
    items: [
      { label: 'Users', path: paths.userModeration },
      { label: 'Posts', path: paths.postModeration },
      { label: 'Comments', path: paths.commentModeration },
    ],
  },
  { label: 'Events', path: paths.eventList, icon: IconCalendarEvent, also: ['/event'] },
  { label: 'Webinar', path: paths.webinarList, icon: IconBroadcast },
  { label: 'Banners', path: paths.banners, icon: IconSlideshow, also: [paths.bannerForm] },
  { label: 'Admin Post Management', path: paths.posts, icon: IconSpeakerphone },
  { label: 'News', path: paths.newsList, icon: IconNews },
  { label: 'Creators', path: paths.creators, icon: IconMicrophone2 },
  {
    label: 'Advisory',
    path: paths.advisory,
    icon: IconHeadset,
    items: [
      { label: 'Services', path: paths.advisoryServices },
      { label: 'Advisors', path: paths.advisoryAdvisors },
      { label: 'Leads', path: paths.advisoryLeads },
    ],
  },
  {
    label: 'Coupons Management',
    path: paths.memberships,
    icon: IconRosetteDiscount,
    items: [
      { label: 'Memberships', path: paths.memberships },
      { label: 'Coupons', path: paths.coupons },
    ],
  },
  { label: 'Url Shortener', path: paths.shortlinks, icon: IconLink },
  { label: 'Custom Payment Pages', path: paths.paymentPages, icon: IconCashBanknote },
  {
    label: 'Books',
    path: paths.books,
    icon: IconBooks,
    items: [
      { label: 'Documents', path: paths.documents },
      { label: 'Differences', path: paths.differences },
      { label: 'Disputes', path: paths.disputes },
      { label: 'Settlements', path: paths.settlements },
      { label: 'Money', path: paths.monthMoney },
      { label: 'Months', path: paths.months },
    ],
  },
  {
    label: 'Administration',
    path: paths.staff,
    icon: IconUsersGroup,
    items: [
      { label: 'Staff', path: paths.staff },
      { label: 'API Keys', path: paths.apiKeys },
      { label: 'Webhooks', path: paths.webhooks, isOf: 'webhooks' },
      { label: "People's data", path: paths.personalData },
      { label: 'History', path: paths.history },
      { label: 'Bin', path: paths.bin },
    ],
  },
]

/**
 * Returns the sections with the items that a person may open. The link of a section with items leads to the first.
 * @param permissions undefined until the session is loaded
 * @param inUse the optional parts that are in use
 */
export function permittedSections(
  permissions: readonly Permission[] | undefined,
  inUse: readonly OptionalPart[] = [],
  sections = navSections,
): readonly NavSection[] {
  if (permissions === undefined) return []
  const isPermitted = ({ path, route = path, isOf }: NavItem) =>
    (isOf === undefined || inUse.includes(isOf)) && includesAll(permissions, permissionsOfScreen(route))
  return sections.flatMap((section) => {
    if (section.items === undefined) return isPermitted(section) ? [section] : []
    const items = section.items.filter(isPermitted)
    const [first] = items
    return first ? [{ ...section, path: first.path, items }] : []
  })
}

/** Returns the section that opens after a sign-in, and that the error views lead to. */
export function firstSection(permissions: readonly Permission[] | undefined): NavItem {
  return permittedSections(permissions)[0] ?? masterclass
}

/** Returns whether a path belongs to a section: its own path, one below it, or one of its other prefixes. */
export function isInSection(section: NavSection, pathname: string): boolean {
  const beginnings = [
    section.path,
    ...(section.also ?? []),
    ...(section.items ?? []).map((item) => item.path),
  ]
  return beginnings.some((beginning) => isAtOrBelow(beginning, pathname))
}

/** Returns whether a path equals another or is below it. */
export function isAtOrBelow(beginning: string, pathname: string): boolean {
  return pathname === beginning || pathname.startsWith(`${beginning}/`)
}
