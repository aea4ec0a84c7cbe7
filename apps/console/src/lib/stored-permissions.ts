import type { Permission } from '@greenroom/contract/access/permission'
import { readTab, removeFromTab, writeTab } from './tab-storage.ts'

const key = 'permissions'
let held: readonly Permission[] | undefined
const listeners = new Set<() => void>()

/**
 * Returns the permissions that the server named last in this tab, so that a reload shows the right screen at once;
 * undefined before that. They only decide what is shown: the server checks every call.
 */
export function storedPermissions(): readonly Permission[] | undefined {
  held ??= readTab(key)?.split(' ').filter(Boolean) as Permission[] | undefined
  return held
}

/** Stores the permissions of the session for this tab. */
export function storePermissions(permissions: readonly Permission[]): void {
  const text = permissions.join(' ')
  const isSame = text === held?.join(' ')
  if (isSame && readTab(key) === text) return
  held = permissions
  writeTab(key, text)
  if (isSame) return
  for (const listener of [...listeners]) listener()
}

/** Forgets them when the session ends. */
export function clearStoredPermissions(): void {
  held = undefined
  removeFromTab(key)
}

/**
 * Calls the listener after other permissions were stored.
 * @returns a function that unsubscribes it
 */
export function onPermissions(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
