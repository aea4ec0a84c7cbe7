import { IconChevronDown, IconChevronRight, IconLayoutSidebarLeftCollapse } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../lib/api/current-session.ts'
import { SandboxNote } from '../shared/sandbox-note/sandbox-note.tsx'
import { BrandMark } from '../ui/brand-mark.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { isAtOrBelow, isInSection, type NavSection, navSections } from './nav.ts'
import classes from './sidebar.module.css'
import { countText, useWaitingCounts, type WaitingCounts } from './waiting-counts.ts'

/** The brand, a close button, and the sections. */
export function Sidebar({ onClose }: { onClose: () => void }) {
  const waiting = useWaitingCounts()
  return (
    <>
      <div className={classes.brand}>
        <BrandMark />
        <span>Greenroom</span>
        <IconButton
          label="Close sidebar"
          ground="canvas"
          className={classes.close}
          icon={<IconLayoutSidebarLeftCollapse size={18} stroke={1.5} aria-hidden="true" />}
          onClick={onClose}
        />
      </div>
      <nav className={classes.nav} aria-label="Sections">
        <ul className={classes.list}>
          {navSections.map((section) => (
            <Section key={section.path} section={section} waiting={waiting} />
          ))}
        </ul>
      </nav>
      <SandboxNote sandboxes={useSession()?.settings.sandboxes} className={classes.note} />
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

function Section({ section, waiting }: { section: NavSection; waiting: WaitingCounts }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const current = isInSection(section, pathname)
  const [opened, setOpened] = useState<boolean>()
  const { icon: SectionIcon, items } = section
  const countOf = (path: string) => waiting.get(path) ?? 0

  if (!items) {
    return (
      <li>
        <Link
          to={section.path}
          className={classes.link}
          data-current={current || undefined}
          aria-current={current ? 'page' : undefined}
          aria-description={waitingText(countOf(section.path))}
        >
          <SectionIcon size={18} stroke={1.5} aria-hidden="true" />
          <span>{section.label}</span>
          <WaitingCount count={countOf(section.path)} />
        </Link>
      </li>
    )
  }

  // The current section is expanded until the person toggles it.
  const open = opened ?? current
  const Chevron = open ? IconChevronDown : IconChevronRight
  // The items show their own counts.
  const hidden = open ? 0 : items.reduce((sum, item) => sum + countOf(item.path), 0)
  return (
    <li>
      <button
        type="button"
        className={classes.link}
        data-within={current || undefined}
        aria-expanded={open}
        aria-description={waitingText(hidden)}
        onClick={() => setOpened(!open)}
      >
        <SectionIcon size={18} stroke={1.5} aria-hidden="true" />
        <span>{section.label}</span>
        <WaitingCount count={hidden} />
        <Chevron size={14} stroke={2} className={classes.chevron} aria-hidden="true" />
      </button>
      {open && (
        <ul className={classes.items}>
          {items.map((item) => {
            const here = isAtOrBelow(item.path, pathname)
            return (
              <li key={item.path}>
                <Link
                  to={item.path}
                  className={classes.link}
                  data-current={here || undefined}
                  aria-current={here ? 'page' : undefined}
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
    </li>
  )
}
