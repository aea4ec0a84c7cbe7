import { restoreFromBin } from '@greenroom/contract/desk/bin/bin.endpoints'
import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api/api-error.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import { queryKey } from '../../../lib/api/hooks.ts'
import { failureText, notify, type Undo } from '../../../lib/notify.tsx'
import { undoMessages } from './undo-messages.ts'

/** How an action is taken back. */
interface UndoSpec {
  /** Sends the earlier state against a version. Returns the saved record where `record` is given. */
  send: (version: number | undefined) => Promise<unknown>
  /** The version that the action returned; undefined for a record without one. */
  version?: number | undefined
  /** Names the record where several of its changes can be taken back, the last one first. */
  record?: string
  /** Says what a record is like that somebody else has changed meanwhile. */
  describe?: (record: unknown) => string
  /** What the success says. */
  done?: string
  /** Called whatever came of it: the lists are read again. */
  onEnd: () => void
}

/** Of each record, the Undo that was sent last. */
const lastUndo = new Map<string, Promise<unknown>>()
/** By a record and a version: the version with the same content that an Undo has made. */
const madeAgain = new Map<string, number>()

const keyOf = (record: string, version: number) => `${record} ${version}`

/** Returns the version that now has the content of an earlier one. */
function versionNow(record: string, version: number): number {
  const again = madeAgain.get(keyOf(record, version))
  return again === undefined ? version : versionNow(record, again)
}

/** Sends one Undo of a record after the other, against what the one before has made. */
async function sendInTurn(
  record: string,
  version: number,
  send: (version: number) => Promise<unknown>,
): Promise<void> {
  const before = lastUndo.get(record)
  const work = (async () => {
    await before?.catch(() => undefined)
    const seen = versionNow(record, version)
    const saved = await send(seen)
    // Each write adds one to the version, so the content is that of the version before the action again.
    if (isVersioned(saved)) madeAgain.set(keyOf(record, version - 1), saved.version)
  })()
  lastUndo.set(record, work)
  await work
}

/**
 * Returns the Undo of an action: it sends the earlier state. If somebody else has changed the record since the action,
 * nothing is overwritten; a toast says so, and asks whether to put it back anyway (OQ-482).
 */
export function undoOf({ send, version, record, describe, done = undoMessages.done, onEnd }: UndoSpec): Undo {
  const attempt = async (seen: number | undefined) => {
    const isInTurn = record !== undefined && seen !== undefined && seen === version
    try {
      await notify.progress(
        isInTurn ? sendInTurn(record, seen, send) : send(seen),
        {
          pending: undoMessages.pending,
          success: done,
          error: (reason) => (staleRecord(reason) ? undefined : failureText(undoMessages.failed, reason)),
        },
        // The toast that offered it is gone.
        { remedy: { label: undoMessages.again, onClick: () => void attempt(seen) } },
      )
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
  return isVersioned(reason.data) ? reason.data : undefined
}

function isVersioned(record: unknown): record is { version: number } {
  return typeof record === 'object' && record !== null && 'version' in record
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
