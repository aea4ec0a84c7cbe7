/** What this page alone remembers, where the tab's storage is blocked or full. */
const remembered = new Map<string, string>()

/** Reads a value of the tab's session storage. Without storage, the page remembers it until it is left. */
export function readTab(key: string): string | null {
  try {
    return remembered.get(key) ?? sessionStorage.getItem(key)
  } catch {
    return remembered.get(key) ?? null
  }
}

/** @returns false when the browser refused to store it: the value does not survive a reload */
export function writeTab(key: string, value: string): boolean {
  removeFromTab(key)
  try {
    sessionStorage.setItem(key, value)
    return true
  } catch {
    remembered.set(key, value)
    return false
  }
}

export function removeFromTab(key: string): void {
  remembered.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Blocked: there is nothing to remove.
  }
}
