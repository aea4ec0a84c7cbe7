import type { ReactNode } from 'react'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import type { ConflictQuestion } from './edit-conflict-dialog.tsx'
import { useQuestion } from './use-question.ts'

const EditConflictDialog = lazyDialog('edit-conflict', () =>
  import('./edit-conflict-dialog.tsx').then((part) => part.EditConflictDialog),
)

export interface EditConflict {
  /**
   * Shows the fields that two people changed differently and waits for a choice.
   * @returns the fields that keep what was entered here; null when the person goes back to the form or has left it
   */
  ask: (question: ConflictQuestion) => Promise<ReadonlySet<string> | null>
  /** Render it in the form. */
  dialog: ReactNode
}

/** The question an edit asks if someone else has saved the same fields in the meantime (OQ-109). */
export function useEditConflict(): EditConflict {
  const { question, opened, ask, answer } = useQuestion<ConflictQuestion, ReadonlySet<string> | null>(null)
  const dialog = question && (
    <EditConflictDialog {...question} opened={opened} onSave={answer} onClose={() => answer(null)} />
  )
  return { ask, dialog }
}
