/** A field that two people changed to different things. */
export interface FieldConflict<V> {
  field: keyof V & string
  stored: V[keyof V]
  typed: V[keyof V]
}

/** Tells whether two values of a form field are the same: forms hold plain data. */
export function isSame(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b)
}

/** The fields that were typed differently from what was loaded. */
export function changedFields<V extends object>(loaded: V, typed: V): Partial<V> {
  const fields = Object.keys(typed) as (keyof V)[]
  return Object.fromEntries(
    fields.filter((field) => !isSame(loaded[field], typed[field])).map((field) => [field, typed[field]]),
  ) as Partial<V>
}

/**
 * Brings together what one person typed and what another has stored since it was loaded (OQ-109): a field that one
 * side changed keeps that change; a field that both changed to the same thing is settled; one that both changed
 * differently is a conflict for a person to decide.
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
