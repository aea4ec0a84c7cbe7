interface CachedRecord {
  _id: string
  version: number
}

/** @returns the record that a response carries in its data; undefined when it carries none */
export function recordOf(response: unknown): CachedRecord | undefined {
  const { data } = (response ?? {}) as { data?: unknown }
  return isRecord(data) ? data : undefined
}

/**
 * Replaces older copies of a record in cached data, which may be one record, a list, or pages of lists. A list keeps
 * its order and length until it is refetched.
 * @returns the same object when nothing in it changes
 */
export function withRecord<T>(cached: T, record: CachedRecord | undefined): T {
  if (record === undefined) return cached
  return replaced(cached, record) as T
}

function replaced(value: unknown, record: CachedRecord): unknown {
  if (Array.isArray(value)) {
    const next = value.map((one) => replaced(one, record))
    return next.some((one, place) => one !== value[place]) ? next : value
  }
  if (value === null || typeof value !== 'object') return value
  if (isRecord(value)) return isOlderCopy(value, record) ? { ...value, ...record } : value
  const entries = Object.entries(value).map(([key, one]) => [key, replaced(one, record)] as const)
  const before = value as Record<string, unknown>
  return entries.some(([key, one]) => one !== before[key]) ? Object.fromEntries(entries) : value
}

// A row keeps the members that only its list has. A row with fewer members is only updated by the list's next refetch.
function isOlderCopy(value: CachedRecord, record: CachedRecord): boolean {
  return (
    value._id === record._id &&
    value.version < record.version &&
    Object.keys(record).every((member) => member in value)
  )
}

function isRecord(value: unknown): value is CachedRecord {
  if (value === null || typeof value !== 'object') return false
  const { _id, version } = value as Partial<CachedRecord>
  return typeof _id === 'string' && typeof version === 'number'
}
