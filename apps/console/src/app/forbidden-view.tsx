import type { Permission } from '@greenroom/contract/access/permission'
import { roleTexts } from '@greenroom/contract/access/role-texts'
import { IconLock } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '../lib/api/current-session.ts'
import { usePermissions } from '../lib/api/permissions.ts'
import button from '../ui/light-button.module.css'
import { StatePanel } from '../ui/state-panel.tsx'
import classes from './forbidden-view.module.css'
import { isInSection, navSections, permittedSections } from './nav.ts'

/** Replaces a screen that the role does not include. The address and the sidebar stay (OQ-366). */
export function ForbiddenView({ needed }: { needed: readonly Permission[] }) {
  const role = useSession()?.role
  const permissions = usePermissions()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const section = navSections.find((one) => isInSection(one, pathname))?.label ?? 'this screen'
  const permitted = permittedSections(permissions)
  const first = permitted[0]
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The screen with the focus is gone. After a navigation the heading has it.
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
  }, [])

  const who = role ? `Your role (${roleTexts[role].name})` : 'Your role'
  const isReadable =
    permitted.some(({ label }) => label === section) &&
    needed.every((permission) => !permission.endsWith('.read') || permissions?.includes(permission))
  return (
    <div ref={panel} tabIndex={-1} className={classes.view}>
      <StatePanel
        kind="empty"
        icon={IconLock}
        title={
          isReadable ? `${who} can't make changes in ${section}.` : `${who} does not include ${section}.`
        }
        help="Ask an owner for access."
        action={
          first && (
            <Link to={first.path} className={button.button}>
              Go to {first.label}
            </Link>
          )
        }
      />
    </div>
  )
}
