import type { SavedView } from '@greenroom/contract/desk/saved-view/saved-view.schema'
import { useSyncExternalStore } from 'react'
import { readTab, removeFromTab, writeTab } from './tab-storage.ts'

const viewsKey = 'saved-views'
const openedKey = 'opened-view'

let held: readonly SavedView[] | undefined
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function store(key: string, text: string | undefined): void {
  if (text === undefined) removeFromTab(key)
  else writeTab(key, text)
}

/**
 * Returns the views that the server named last in this tab, so that after a reload the sidebar has them at once. They are
 * not kept longer than the session: a filter may hold a phone number.
 */
function knownViews(): readonly SavedView[] {
  if (held === undefined) {
    try {
      held = JSON.parse(readTab(viewsKey) ?? '[]') as readonly SavedView[]
    } catch {
      held = []
    }
  }
  return held
}

/** The saved views of the signed-in person and the shared ones; none until they were read for the first time. */
export function useKnownViews(): readonly SavedView[] {
  return useSyncExternalStore(subscribe, knownViews)
}

/** Stores the views that the server has named. */
export function storeViews(views: readonly SavedView[]): void {
  const text = JSON.stringify(views)
  if (text === JSON.stringify(knownViews())) return
  held = views
  store(viewsKey, text)
  tell()
}

/** The view that was opened last on the screen; its filters may have been changed since. */
export function useOpenedView(): string | null {
  return useSyncExternalStore(subscribe, openedView)
}

/** Returns the id of the view that was opened last on the screen; null when none is open. */
export function openedView(): string | null {
  return readTab(openedKey)
}

/** Notes which view is open; undefined when none is. */
export function noteOpenedView(id: string | undefined): void {
  if ((readTab(openedKey) ?? undefined) === id) return
  store(openedKey, id)
  tell()
}

/** Forgets everything when the session ends. */
export function clearKnownViews(): void {
  held = []
  store(viewsKey, undefined)
  store(openedKey, undefined)
  tell()
}
