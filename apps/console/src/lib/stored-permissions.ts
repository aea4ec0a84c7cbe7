import type { Permission } from '@greenroom/contract/access/permission'

const key = 'permissions'
let held: readonly Permission[] | undefined
const listeners = new Set<() => void>()

/**
 * Returns the permissions that the server named last in this tab, so that a reload shows the right screen at once;
 * undefined before that. They only decide what is shown: the server checks every call.
 */
export function storedPermissions(): readonly Permission[] | undefined {
  held ??= globalThis.sessionStorage?.getItem(key)?.split(' ').filter(Boolean) as Permission[] | undefined
  return held
}

/** Stores the permissions of the session for this tab. */
export function storePermissions(permissions: readonly Permission[]): void {
  if (permissions.join(' ') === held?.join(' ')) return
  held = permissions
  try {
    sessionStorage.setItem(key, permissions.join(' '))
  } catch {
    // The storage is full or blocked: after a reload the screen waits for the session.
  }
  for (const listener of [...listeners]) listener()
}

/** Forgets them when the session ends. */
export function clearStoredPermissions(): void {
  held = undefined
  sessionStorage.removeItem(key)
}

/**
 * Calls the listener after other permissions were stored.
 * @returns a function that unsubscribes it
 */
export function onPermissions(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
