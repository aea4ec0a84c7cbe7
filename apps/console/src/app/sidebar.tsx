import { viewKey } from '@greenroom/contract/desk/saved-view/saved-view.rules'
import { IconChevronDown, IconChevronRight, IconLayoutSidebarLeftCollapse } from '@tabler/icons-react'
import { Link, useLinkProps, useMatches, useRouterState } from '@tanstack/react-router'
import { type Ref, useState } from 'react'
import { useSession } from '../lib/api/current-session.ts'
import { usePermissions } from '../lib/api/permissions.ts'
import { countText } from '../lib/count-text.ts'
import { useKnownViews } from '../lib/known-views.ts'
import { paths } from '../lib/paths.ts'
import { SandboxNote } from '../shared/staff/sandbox-note/sandbox-note.tsx'
import { BrandMark } from '../ui/brand-mark.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { isAtOrBelow, isInSection, type NavSection, navHome, permittedSections } from './nav.ts'
import { SectionViews } from './saved-views.tsx'
import classes from './sidebar.module.css'
import { useWaitingCounts, type WaitingCounts } from './waiting-counts.ts'

interface SidebarProps {
  /** Shows only the icons of the sections. */
  isRail?: boolean
  onClose: () => void
  closeButton?: Ref<HTMLButtonElement>
}

/** The brand, a close button, and the sections. */
export function Sidebar({ isRail = false, onClose, closeButton }: SidebarProps) {
  const session = useSession()
  const waiting = useWaitingCounts()
  const permissions = usePermissions()
  const lists = [
    permittedSections(permissions, [], navHome),
    permittedSections(permissions, [
      ...(session?.settings.refund_approval || waiting.has(paths.refundRequests)
        ? (['refund-approval'] as const)
        : []),
      ...(session?.settings.webhooks ? (['webhooks'] as const) : []),
    ]),
  ]
  return (
    <>
      <div className={classes.brand}>
        <Link to={paths.overview} className={classes.home} aria-label="Greenroom overview" title="Overview">
          <BrandMark />
          {!isRail && 'Greenroom'}
        </Link>
        {!isRail && (
          <IconButton
            ref={closeButton}
            label="Close sidebar"
            ground="canvas"
            className={classes.close}
            icon={<IconLayoutSidebarLeftCollapse size={18} stroke={1.5} aria-hidden="true" />}
            onClick={onClose}
          />
        )}
      </div>
      {lists.map((sections, place) => (
        <nav key={String(place)} className={classes.nav} aria-label={place ? 'Sections' : 'Home'}>
          <ul className={classes.list}>
            {sections.map((section) => (
              <Section key={section.path} section={section} isRail={isRail} waiting={waiting} />
            ))}
          </ul>
        </nav>
      ))}
      {/* On the rail the top bar has the note. */}
      {!isRail && <SandboxNote sandboxes={session?.settings.sandboxes} className={classes.note} />}
    </>
  )
}

/**
 * What waits on a screen, after its label. It is generated content, and the link's description says it: text and name of
 * the link stay the label.
 */
function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null
  return <span className={classes.count} data-count={countText(count)} aria-hidden="true" />
}

function waitingText(count: number): string | undefined {
  return count === 0 ? undefined : `${countText(count)} waiting`
}

interface SectionProps {
  section: NavSection
  isRail: boolean
  waiting: WaitingCounts
}

function Section({ section, isRail, waiting }: SectionProps) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const isWithin = isInSection(section, pathname)
  const [opened, setOpened] = useState<boolean>()
  const { label, icon: SectionIcon, items } = section

  const views = useKnownViews().filter((view) => isInSection(section, view.path))
  const addressKey = useMatches({
    select: (matches) => viewKey(matches.at(-1)?.pathname ?? '', matches.at(-1)?.search ?? {}),
  })
  const isAtView = views.some((view) => viewKey(view.path, view.search) === addressKey)

  // The current section is expanded until the person toggles it.
  const isExpanded = (items !== undefined || views.length > 0) && !isRail && (opened ?? isWithin)
  const countOf = (path: string) => waiting.get(path) ?? 0
  // The sub-sections show their own counts.
  const count = items
    ? isExpanded
      ? 0
      : items.reduce((sum, item) => sum + countOf(item.path), 0)
    : countOf(section.path)
  const isCurrent = isWithin && (items === undefined || isRail)
  // Below it, the view is the current page.
  const showsView = isAtView && isExpanded
  // Link would mark the section as the current page beside its first sub-section.
  const link = useLinkProps({
    to: section.path,
    // A collapsed section expands again as the current one.
    onClick: () => setOpened((before) => before || undefined),
  })
  const Chevron = isExpanded ? IconChevronDown : IconChevronRight
  return (
    <li>
      <div className={classes.row}>
        <a
          {...link}
          className={classes.link}
          data-current={(isCurrent && !showsView) || undefined}
          data-within={isWithin || undefined}
          aria-current={isCurrent ? (items || showsView ? 'true' : 'page') : undefined}
          data-rail={isRail || undefined}
          title={isRail ? label : undefined}
          aria-description={waitingText(count)}
        >
          <SectionIcon size={18} stroke={1.5} aria-hidden="true" />
          <span className={isRail ? 'gr-unseen' : undefined}>{label}</span>
          <WaitingCount count={count} />
        </a>
        {(items || views.length > 0) && !isRail && (
          <IconButton
            label={`${items ? 'Sub-sections' : 'Views'} of ${label}`}
            ground="canvas"
            className={classes.toggle}
            icon={<Chevron size={14} stroke={2} aria-hidden="true" />}
            aria-expanded={isExpanded}
            onClick={() => setOpened(!isExpanded)}
          />
        )}
      </div>
      {isExpanded && items && (
        <ul className={classes.items}>
          {items.map((item) => {
            const here = isAtOrBelow(item.path, pathname)
            return (
              <li key={item.path}>
                <Link
                  to={item.path}
                  search={isWithin && !here ? section.kept : undefined}
                  className={classes.link}
                  // Otherwise Link marks it as the current page beside its view.
                  activeOptions={{ exact: showsView }}
                  data-current={(here && !showsView) || undefined}
                  aria-current={here ? (showsView ? 'true' : 'page') : undefined}
                  aria-description={waitingText(countOf(item.path))}
                >
                  {item.label}
                  <WaitingCount count={countOf(item.path)} />
                </Link>
              </li>
            )
          })}
        </ul>
      )}
      {isExpanded && views.length > 0 && <SectionViews label={label} views={views} addressKey={addressKey} />}
    </li>
  )
}
