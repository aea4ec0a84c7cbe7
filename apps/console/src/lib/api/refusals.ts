const listeners = new Set<() => void>()

/**
 * Calls a listener after each call that the server refused for want of a permission.
 * @returns stops it
 */
export function onRefusal(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells the listeners that a call was refused. */
export function tellRefusal(): void {
  for (const listener of listeners) listener()
}
