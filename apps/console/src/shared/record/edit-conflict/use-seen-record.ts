import { useState } from 'react'
import { isStale } from '../../../lib/api/outdated.ts'

interface SeenRecord<T> {
  /** The record as the question shows it. */
  record: T
  /** Follows a write. If it is refused as STALE, the current record becomes the one that the next press confirms. */
  during: <R>(work: Promise<R>) => Promise<R>
}

/**
 * Keeps the record that a question was opened with. A press on a record that somebody else has changed is refused by
 * the server; the question then shows the change, and a second press confirms it (OQ-526).
 */
export function useSeenRecord<T extends object>(opened: T): SeenRecord<T> {
  const [newer, setNewer] = useState<{ opened: number | undefined; record: T }>()
  const openedVersion = versionOf(opened)
  return {
    record: newer?.opened === openedVersion && newer ? newer.record : opened,
    during: (work) =>
      work.catch((reason: unknown) => {
        const { data } = isStale(reason) ? reason : {}
        if (versionOf(data) !== undefined) setNewer({ opened: openedVersion, record: data as T })
        throw reason
      }),
  }
}

function versionOf(record: unknown): number | undefined {
  const isVersioned = typeof record === 'object' && record !== null && 'version' in record
  return isVersioned && typeof record.version === 'number' ? record.version : undefined
}
