import { type ReactNode, useCallback, useState } from 'react'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import type { LabelledConflict } from './edit-conflict-dialog.tsx'

const EditConflictDialog = lazyDialog('edit-conflict', () =>
  import('./edit-conflict-dialog.tsx').then((part) => part.EditConflictDialog),
)

interface Question {
  conflicts: readonly LabelledConflict[]
  answer: (mine: ReadonlySet<string> | null) => void
}

interface EditConflict {
  /**
   * Shows the fields that two people changed differently and waits for a choice.
   * @returns the fields that keep what was typed here; null when the person goes back to the form
   */
  ask: (conflicts: readonly LabelledConflict[]) => Promise<ReadonlySet<string> | null>
  /** To be rendered in the form. */
  dialog: ReactNode
}

/** The question that an edit asks when somebody else has saved the same fields meanwhile (OQ-109). */
export function useEditConflict(): EditConflict {
  const [question, setQuestion] = useState<Question>()
  const [opened, setOpened] = useState(false)

  const ask = useCallback(
    (conflicts: readonly LabelledConflict[]) =>
      new Promise<ReadonlySet<string> | null>((resolve) => {
        setQuestion({
          conflicts,
          answer: (mine) => {
            setOpened(false)
            resolve(mine)
          },
        })
        setOpened(true)
      }),
    [],
  )

  const dialog = question && (
    <EditConflictDialog
      opened={opened}
      conflicts={question.conflicts}
      onSave={question.answer}
      onClose={() => question.answer(null)}
    />
  )
  return { ask, dialog }
}
