import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import type { QueryClient } from '@tanstack/react-query'
import { notify } from '../../../lib/notify.tsx'
import { onePress } from '../../../lib/one-press.ts'
import { refresh, restoringFrom } from './undo.ts'
import { undoMessages } from './undo-messages.ts'

/**
 * Moves a record to the bin, and offers Undo. It needs no question, because nothing is lost.
 * @param id of the record
 */
export function moveToBin(
  client: QueryClient,
  id: string,
  send: () => Promise<{ data: { bin_id: string } }>,
  lists: readonly EndpointDeclaration[],
): Promise<void> {
  return onePress(`remove ${id}`, () => move(client, send(), lists))
}

async function move(
  client: QueryClient,
  work: Promise<{ data: { bin_id: string } }>,
  lists: readonly EndpointDeclaration[],
): Promise<void> {
  try {
    await notify.progress(
      work,
      { pending: undoMessages.moving, success: undoMessages.moved, error: undoMessages.notMoved },
      { undo: ({ data }) => restoringFrom(client, data.bin_id, lists) },
    )
  } catch {
    // The toast has reported it, and the list shows what is stored.
  } finally {
    refresh(client, lists)
  }
}
