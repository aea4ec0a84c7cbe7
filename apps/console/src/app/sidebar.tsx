import { IconChevronDown, IconChevronRight, IconLayoutSidebarLeftCollapse } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../lib/api/current-session.ts'
import { SandboxNote } from '../shared/sandbox-note/sandbox-note.tsx'
import { BrandMark } from '../ui/brand-mark.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { isAtOrBelow, isInSection, type NavSection, navSections } from './nav.ts'
import classes from './sidebar.module.css'

/** The brand, a close button, and the sections. */
export function Sidebar({ onClose }: { onClose: () => void }) {
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
            <Section key={section.path} section={section} />
          ))}
        </ul>
      </nav>
      <SandboxNote sandboxes={useSession()?.settings.sandboxes} className={classes.note} />
    </>
  )
}

function Section({ section }: { section: NavSection }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const current = isInSection(section, pathname)
  const [opened, setOpened] = useState<boolean>()
  const { icon: SectionIcon, items } = section

  if (!items) {
    return (
      <li>
        <Link
          to={section.path}
          className={classes.link}
          data-current={current || undefined}
          aria-current={current ? 'page' : undefined}
        >
          <SectionIcon size={18} stroke={1.5} aria-hidden="true" />
          <span>{section.label}</span>
        </Link>
      </li>
    )
  }

  // The current section is expanded until the person toggles it.
  const open = opened ?? current
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <li>
      <button
        type="button"
        className={classes.link}
        data-within={current || undefined}
        aria-expanded={open}
        onClick={() => setOpened(!open)}
      >
        <SectionIcon size={18} stroke={1.5} aria-hidden="true" />
        <span>{section.label}</span>
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
                  search={current && !here ? section.kept : undefined}
                  className={classes.link}
                  data-current={here || undefined}
                  aria-current={here ? 'page' : undefined}
                >
                  {item.label}
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </li>
  )
}
