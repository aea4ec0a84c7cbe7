import { useCallback, useState, useSyncExternalStore } from 'react'

const storageKey = 'sidebar'
const wideScreen = window.matchMedia('(min-width: 64em)')

interface SidebarState {
  /** At 1024 px and wider the sidebar is beside the screen, below that it overlays it. */
  wide: boolean
  open: boolean
  setOpen: (open: boolean) => void
}

/**
 * Holds whether the sidebar is open (SHELL-04, OQ-006). On a wide screen it starts open, and closing it is remembered.
 * On a narrow one it starts closed.
 */
export function useSidebar(): SidebarState {
  const wide = useSyncExternalStore(watchWidth, () => wideScreen.matches)
  const [openWhenWide, setOpenWhenWide] = useState(() => localStorage.getItem(storageKey) !== 'closed')
  const [openWhenNarrow, setOpenWhenNarrow] = useState(false)

  const setOpen = useCallback(
    (open: boolean) => {
      if (!wide) return setOpenWhenNarrow(open)
      setOpenWhenWide(open)
      localStorage.setItem(storageKey, open ? 'open' : 'closed')
    },
    [wide],
  )
  return { wide, open: wide ? openWhenWide : openWhenNarrow, setOpen }
}

function watchWidth(listener: () => void): () => void {
  wideScreen.addEventListener('change', listener)
  return () => wideScreen.removeEventListener('change', listener)
}
