import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import type { QueryClient } from '@tanstack/react-query'
import { notify } from '../../lib/notify.tsx'
import { refresh, restoringFrom } from './undo.ts'
import { undoMessages } from './undo-messages.ts'

/** Shows a move to the bin, with its Undo. It needs no question, because nothing is lost. */
export async function moveToBin(
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
