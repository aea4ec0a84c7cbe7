import {
  type Icon,
  IconBooks,
  IconBroadcast,
  IconCalendarEvent,
  IconCashBanknote,
  IconHeadset,
  IconLink,
  IconMicrophone2,
  IconNews,
  IconPresentation,
  IconReceiptRupee,
  IconRosetteDiscount,
  IconShieldCheck,
  IconSlideshow,
  IconSpeakerphone,
  IconUsersGroup,
} from '@tabler/icons-react'
import { paths } from '../lib/paths.ts'

export interface NavItem {
  label: string
  path: string
}

export interface NavSection extends NavItem {
  icon: Icon
  /** Further path prefixes that belong to the section. */
  also?: readonly string[]
  items?: readonly NavItem[]
  /** Returns the search parameters that a change between the items keeps. */
  kept?: (search: Record<string, unknown>) => Record<string, unknown>
}

/** The sidebar items, in the order of the specification (SHELL-08). */
export const navSections: readonly NavSection[] = [
  { label: 'Masterclass', path: paths.masterclassList, icon: IconPresentation },
  {
    label: 'Transactions',
    path: paths.transactions,
    icon: IconReceiptRupee,
    items: [
      { label: 'Masterclass', path: `${paths.transactions}/masterclass` },
      { label: 'Membership', path: `${paths.transactions}/membership` },
      { label: 'Event', path: `${paths.transactions}/events` },
      { label: 'Custom', path: `${paths.transactions}/custom` },
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
      { label: "People's data", path: paths.personalData },
    ],
  },
]

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
