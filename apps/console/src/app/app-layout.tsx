import { Outlet, useRouterState } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import { useSession } from '../lib/api/current-session.ts'
import { storeBusinessTimeZone } from '../lib/business-zone.ts'
import { businessTimeZone, isAwayFromBusiness } from '../lib/dates.ts'
import { readInterruption, subscribe } from '../lib/session.ts'
import { useQuiet } from '../lib/use-quiet.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { PartBoundary } from '../ui/part-boundary.tsx'
import classes from './app-layout.module.css'
import { LeaveGuard } from './leave-guard.tsx'
import { SavedViewsReader } from './saved-views.tsx'
import { useSessionUpkeep } from './session-upkeep.ts'
import { Sidebar } from './sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'
import { TopBar } from './top-bar.tsx'
import { useLive } from './use-live.ts'

// Lazy: needed minutes after the screen has loaded, or once the session has ended.
const SessionWatch = lazyPart('session-watch', () =>
  import('./session-watch.tsx').then((part) => part.SessionWatch),
)

const nothing = () => null

/** Layout of every signed-in screen: a sidebar and a top bar (SHELL-03, SHELL-04). */
export function AppLayout() {
  const { beside, open, setOpen } = useSidebar()
  const close = () => setOpen(false)
  const toggles = useToggleFocus(beside, open)
  const session = useSession()
  // Screens render times, so load the zone first. After a sign-in it is already known.
  if (session) storeBusinessTimeZone(session.settings.business_time_zone)
  useSessionUpkeep(session)
  useLive(session?.settings.live ?? false)
  const isQuiet = useQuiet()
  const isInterrupted = useSyncExternalStore(subscribe, readInterruption) !== null
  // Each path mounts its own screen. Under one key React would hide the previous screen while the next one's script
  // loads, and its timers, key listeners and form would go on working unseen.
  const path = useRouterState({ select: (state) => state.matches.at(-1)?.pathname })
  // Also remounts a screen whose times were rendered in another zone.
  const zone = isAwayFromBusiness() ? businessTimeZone() : ''

  return (
    <div className={classes.shell} data-sidebar={beside ? (open ? 'open' : 'rail') : 'overlay'}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      {beside && (
        <aside className={classes.side} aria-label="Main">
          <Sidebar isRail={!open} onClose={close} closeButton={toggles.close} />
        </aside>
      )}
      {!beside && open && <SidebarOverlay onClose={close} />}
      <div className={classes.main}>
        {/* On a narrow screen the button stays mounted behind the open sidebar, so that focus can return to it. */}
        <TopBar onOpenSidebar={beside && open ? undefined : () => setOpen(true)} menuButton={toggles.open} />
        <main id="content" tabIndex={-1} className={classes.content}>
          <Outlet key={`${path} ${zone}`} />
        </main>
      </div>
      <SavedViewsReader />
      <LeaveGuard />
      {(isQuiet || isInterrupted) && (
        // Without its script a session that goes on needs no notice; one that has ended offers Retry.
        <PartBoundary fallback={null} {...(!isInterrupted && { failure: nothing })}>
          <SessionWatch />
        </PartBoundary>
      )}
    </div>
  )
}

/**
 * Moves the focus to the other button when the sidebar beside the screen opens or closes, because the one that was
 * pressed is removed.
 */
function useToggleFocus(beside: boolean, open: boolean) {
  const buttons = { open: useRef<HTMLButtonElement>(null), close: useRef<HTMLButtonElement>(null) }
  const { open: openButton, close: closeButton } = buttons
  const before = useRef({ beside, open })
  useEffect(() => {
    const changed = before.current.open !== open && before.current.beside === beside
    before.current = { beside, open }
    if (beside && changed) (open ? closeButton : openButton).current?.focus()
  }, [beside, open, openButton, closeButton])
  return buttons
}

/** The sidebar on a narrow screen. A native modal dialog traps focus and closes on Escape. */
function SidebarOverlay({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A saved view may differ from the screen behind in its filters alone.
  const address = useRouterState({ select: (state) => state.location.href })
  const openedAt = useRef(address)

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  useEffect(() => {
    if (address !== openedAt.current) onClose()
  }, [address, onClose])

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
