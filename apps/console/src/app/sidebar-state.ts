import { useCallback, useState, useSyncExternalStore } from 'react'

const storageKey = 'sidebar'
// public/first-paint.js draws the same before the scripts have loaded.
const besideScreen = window.matchMedia('(min-width: 64em)')
const wideScreen = window.matchMedia('(min-width: 73.75em)')

interface SidebarState {
  /** From 1024 px on, the sidebar is beside the screen, and a rail of icons when it is closed. Below, it overlays it. */
  beside: boolean
  open: boolean
  setOpen: (open: boolean) => void
}

/**
 * Holds whether the sidebar is open (SHELL-04, OQ-006, OQ-229). Beside the screen it starts open from 1180 px on, and
 * what the person chooses is remembered. As an overlay it starts closed.
 */
export function useSidebar(): SidebarState {
  const beside = useMedia(besideScreen)
  const wide = useMedia(wideScreen)
  const [chosen, setChosen] = useState(() => localStorage.getItem(storageKey))
  const [openAsOverlay, setOpenAsOverlay] = useState(false)

  const setOpen = useCallback(
    (open: boolean) => {
      if (!beside) return setOpenAsOverlay(open)
      const choice = open ? 'open' : 'closed'
      setChosen(choice)
      localStorage.setItem(storageKey, choice)
    },
    [beside],
  )
  if (!beside) return { beside, open: openAsOverlay, setOpen }
  return { beside, open: chosen === 'open' || (chosen !== 'closed' && wide), setOpen }
}

function useMedia(query: MediaQueryList): boolean {
  const watch = useCallback(
    (listener: () => void) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(watch, () => query.matches)
}
