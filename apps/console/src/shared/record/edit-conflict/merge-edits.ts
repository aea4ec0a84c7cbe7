/** A field that two people changed to different values. */
export interface FieldConflict<V> {
  field: keyof V & string
  stored: V[keyof V]
  typed: V[keyof V]
}

/** Returns whether two values of a form field are equal. Forms hold plain data. */
export function isSame(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b)
}

/** Returns the fields whose entered value differs from the loaded one. */
export function changedFields<V extends object>(loaded: V, typed: V): Partial<V> {
  const fields = Object.keys(typed) as (keyof V)[]
  return Object.fromEntries(
    fields.filter((field) => !isSame(loaded[field], typed[field])).map((field) => [field, typed[field]]),
  ) as Partial<V>
}

/**
 * Merges what one person entered with what another has saved since it was loaded (OQ-109). A field that one side
 * changed keeps that change. A field that both changed to the same value is settled. One that both changed differently
 * is a conflict for a person to resolve.
 */
export function mergeEdits<V extends object>(
  loaded: V,
  stored: V,
  typed: V,
): { merged: V; conflicts: FieldConflict<V>[] } {
  const merged = { ...stored }
  const conflicts: FieldConflict<V>[] = []
  for (const field of Object.keys(typed) as (keyof V & string)[]) {
    if (isSame(loaded[field], typed[field]) || isSame(stored[field], typed[field])) continue
    merged[field] = typed[field]
    if (!isSame(loaded[field], stored[field])) {
      conflicts.push({ field, stored: stored[field], typed: typed[field] })
    }
  }
  return { merged, conflicts }
}
