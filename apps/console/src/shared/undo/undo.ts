import { restoreFromBin } from '@greenroom/contract/bin/bin.endpoints'
import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../lib/api/api-error.ts'
import { callEndpoint } from '../../lib/api/client.ts'
import { queryKey } from '../../lib/api/hooks.ts'
import { failureText, notify, type Undo } from '../../lib/notify.tsx'
import { undoMessages } from './undo-messages.ts'

/** How an action is taken back. */
export interface UndoSpec {
  /** Sends the earlier state against a version. */
  send: (version: number | undefined) => Promise<unknown>
  /** The version that the action returned; undefined for a record without one. */
  version?: number | undefined
  /** Says what a record is like that somebody else has changed meanwhile. */
  describe?: (record: unknown) => string
  /** What the success says. */
  done?: string
  /** Called whatever came of it: the lists are read again. */
  onEnd: () => void
}

/**
 * Returns the Undo of an action: it sends the earlier state. If somebody else has changed the record since the action,
 * nothing is overwritten; a toast says so, and asks whether to put it back anyway (OQ-482).
 */
export function undoOf({ send, version, describe, done = undoMessages.done, onEnd }: UndoSpec): Undo {
  const attempt = async (seen: number | undefined) => {
    try {
      await notify.progress(send(seen), {
        pending: undoMessages.pending,
        success: done,
        error: (reason) => (staleRecord(reason) ? undefined : failureText(undoMessages.failed, reason)),
      })
    } catch (reason) {
      const current = staleRecord(reason)
      if (!current) return
      notify.error(undoMessages.changed(describe?.(current) ?? ''), {
        label: undoMessages.anyway,
        onClick: () => void attempt(current.version),
      })
    } finally {
      onEnd()
    }
  }
  return () => void attempt(version)
}

/** Returns the current record of a refusal because of a stale version. */
function staleRecord(reason: unknown): { version: number } | undefined {
  if (!(reason instanceof ApiError) || reason.code !== 'STALE') return undefined
  const { data } = reason
  const isVersioned = typeof data === 'object' && data !== null && 'version' in data
  return isVersioned ? (data as { version: number }) : undefined
}

/** Returns the Undo of a deletion: it restores the record from the bin. */
export function restoringFrom(
  client: QueryClient,
  binId: string,
  lists: readonly EndpointDeclaration[],
  onEnd: () => void = () => {},
): Undo {
  return undoOf({
    send: () => callEndpoint(restoreFromBin, { params: { id: binId } }),
    done: undoMessages.restored,
    onEnd: () => {
      refresh(client, lists)
      onEnd()
    },
  })
}

/** Reads lists again. */
export function refresh(client: QueryClient, lists: readonly EndpointDeclaration[]): void {
  for (const list of lists) void client.invalidateQueries({ queryKey: queryKey(list) })
}
