import type { MeetingClash } from '@greenroom/contract/meeting/meeting.schema'
import { type ReactNode, useCallback, useState } from 'react'
import { formatTime } from '../../lib/dates.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

const titles = { publish: 'Publish over a clash?', move: 'Move over a clash?' } as const

interface Clashing {
  /** What is asked about: publishing, or a new time of what is published. */
  action: keyof typeof titles
  account: string
  clashes: readonly MeetingClash[]
}

/**
 * Asks before publishing on an account that is booked at that time, or moving what is published there (OQ-112).
 * @returns ask, which resolves to whether to do it all the same, and the dialog to render
 */
export function useClashQuestion(): { ask: (clashing: Clashing) => Promise<boolean>; dialog: ReactNode } {
  const [question, setQuestion] = useState<Clashing & { answer: (isWanted: boolean) => void }>()
  const [opened, setOpened] = useState(false)

  const ask = useCallback(
    (clashing: Clashing) =>
      new Promise<boolean>((resolve) => {
        setQuestion({ ...clashing, answer: resolve })
        setOpened(true)
      }),
    [],
  )

  const dialog = question && (
    <ConfirmDialog
      opened={opened}
      title={titles[question.action]}
      destructive={false}
      onConfirm={async () => question.answer(true)}
      onClose={() => {
        setOpened(false)
        // After Yes this answer comes second and changes nothing.
        question.answer(false)
      }}
    >
      {question.account} is booked for {list(question.clashes)}. One account runs one meeting at a time.
    </ConfirmDialog>
  )
  return { ask, dialog }
}

function list(clashes: readonly MeetingClash[]): string {
  return clashes.map(({ title, start_time }) => `“${title}”, ${formatTime(start_time)}`).join('; ')
}
