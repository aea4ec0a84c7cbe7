import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { paths } from './paths.ts'
import { readTab, writeTab } from './tab-storage.ts'

const storageKey = 'historyPaths'

/** Remembers the path of each entry of the tab's history by its index, which the browser doesn't tell. */
export function rememberHistory(history: RouterHistory): void {
  const remember = () => {
    const remembered = readPaths()
    remembered[indexOf(history)] = history.location.pathname
    writeTab(storageKey, JSON.stringify(remembered))
  }
  remember()
  history.subscribe(remember)
}

/**
 * Returns a function that goes back to the screen that opened this one, with its tab, filters and scroll position
 * (OQ-230). It returns false, and goes nowhere, when the screen was opened by its address.
 */
export function useGoBack(): () => boolean {
  const { history } = useRouter()
  return useCallback(() => {
    const steps = stepsBack(readPaths(), indexOf(history))
    if (steps === null) return false
    history.go(steps)
    return true
  }, [history])
}

/**
 * Counts the steps to the previous screen. Entries with the same path are dialogs, tabs and filters of this screen.
 * @param visited path of each history entry; null where none is known
 * @param index of the current entry
 * @returns a negative number, or null without a previous screen
 */
export function stepsBack(visited: readonly (string | null)[], index: number): number | null {
  const here = visited[index]
  for (let before = index - 1; before >= 0; before -= 1) {
    const path = visited[before] ?? null
    if (path === null || path === paths.login) return null
    if (path !== here) return before - index
  }
  return null
}

function indexOf(history: RouterHistory): number {
  return history.location.state.__TSR_index ?? 0
}

function readPaths(): (string | null)[] {
  const stored = readTab(storageKey)
  return stored === null ? [] : JSON.parse(stored)
}
