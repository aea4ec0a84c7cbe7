let passed: { id: string; reason: unknown } | undefined

/** Lets the form of a record show why an action on its card has failed. Call it before the navigation to the form. */
export function passFailure(id: string, reason: unknown): void {
  passed = { id, reason }
}

/** Returns the failure that the form of this record has to show, once. */
export function takeFailure(id: string | null): { reason: unknown } | undefined {
  const taken = passed?.id === id ? passed : undefined
  passed = undefined
  return taken
}
