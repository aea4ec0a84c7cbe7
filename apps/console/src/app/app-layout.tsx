import { Outlet, useRouterState } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useSession } from '../lib/api/current-session.ts'
import { storeBusinessTimeZone } from '../lib/business-zone.ts'
import { businessTimeZone, isAwayFromBusiness } from '../lib/dates.ts'
import classes from './app-layout.module.css'
import { LeaveGuard } from './leave-guard.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'
import { TopBar } from './top-bar.tsx'

/** Layout of every signed-in screen: a sidebar and a top bar (SHELL-03, SHELL-04). */
export function AppLayout() {
  const { wide, open, setOpen } = useSidebar()
  const close = () => setOpen(false)
  const session = useSession()
  // Screens render times, so load the zone first. After a sign-in it is already known.
  if (session) storeBusinessTimeZone(session.settings.business_time_zone)

  return (
    <div className={classes.shell} data-sidebar={wide && open ? 'open' : 'closed'}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      {wide && open && (
        <aside className={classes.side} aria-label="Main">
          <Sidebar onClose={close} />
        </aside>
      )}
      {!wide && open && <SidebarOverlay onClose={close} />}
      <div className={classes.main}>
        {/* On a narrow screen the button stays mounted behind the open sidebar, so that focus can return to it. */}
        <TopBar onOpenSidebar={wide && open ? undefined : () => setOpen(true)} />
        <main id="content" tabIndex={-1} className={classes.content}>
          {/* Remounts the screen if its times were rendered in another zone. */}
          <Outlet key={isAwayFromBusiness() ? businessTimeZone() : undefined} />
        </main>
      </div>
      <LeaveGuard />
    </div>
  )
}

/** The sidebar on a narrow screen. A native modal dialog traps focus and closes on Escape. */
function SidebarOverlay({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const openedAt = useRef(pathname)

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  useEffect(() => {
    if (pathname !== openedAt.current) onClose()
  }, [pathname, onClose])

  const closeOutside = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget) event.currentTarget.close()
  }
  return (
    // Escape triggers the native close event. The click handler is for pointers on the backdrop.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={dialog}
      className={classes.overlay}
      aria-label="Main"
      onClose={onClose}
      onClick={closeOutside}
    >
      <div className={classes.overlayBody}>
        <Sidebar onClose={() => dialog.current?.close()} />
      </div>
    </dialog>
  )
}
