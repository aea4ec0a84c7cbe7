import { type ReactNode, useEffect } from 'react'
import { answerKeys } from '../../../lib/key-bindings.ts'
import { useLetters } from '../../../lib/letter-keys.ts'
import { ConfirmDialog } from '../../../shared/record/question/confirm-dialog.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { letterOf } from '../../../ui/keys.ts'
import { type Fact, FactChanges, useConfirmedFacts } from '../../../ui/use-confirmed-facts.tsx'
import { removeMessages } from './moderation-messages.ts'
import classes from './remove-question.module.css'

interface RemoveQuestionProps {
  opened: boolean
  title: string
  effect: ReactNode
  /** What the question states and others can change. A press on a change only accepts it (OQ-526). */
  facts: readonly Fact[]
  onConfirm: () => void
  onClose: () => void
}

/**
 * Asks for confirmation of a deletion and names the item (OQ-072). Cancel has the focus, so that neither a second D nor a
 * hasty Enter deletes. Y confirms quickly, because it is another key than the one that opened the question.
 */
export function RemoveQuestion({ opened, title, effect, facts, onConfirm, onClose }: RemoveQuestionProps) {
  const confirmed = useConfirmedFacts(opened, facts)
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      confirmLabel={removeMessages.remove}
      onConfirm={() => {
        onConfirm()
        return undefined
      }}
      onClose={onClose}
      guard={{ ...confirmed, note: <FactChanges facts={confirmed} confirmLabel={removeMessages.remove} /> }}
    >
      <div className="gr-stack">
        <p>{effect}</p>
        <DescriptionList items={facts} />
      </div>
      {useLetters() && (
        <AnswerKeys
          opened={opened}
          onConfirm={() => {
            if (!confirmed.confirm()) return
            onConfirm()
            onClose()
          }}
          onClose={onClose}
        />
      )}
    </ConfirmDialog>
  )
}

type AnswerKeysProps = Pick<RemoveQuestionProps, 'opened' | 'onConfirm' | 'onClose'>

/** Answers the question by Y and N. Rendered inside it, so that they count only while the question is on the screen. */
function AnswerKeys({ opened, onConfirm, onClose }: AnswerKeysProps) {
  useEffect(() => {
    if (!opened) return
    const answer = (event: KeyboardEvent) => {
      const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat)
      if (!isPlain) return
      const letter = letterOf(event)
      if (letter !== answerKeys.yes && letter !== answerKeys.no) return
      event.preventDefault()
      if (letter === answerKeys.yes) onConfirm()
      else onClose()
    }
    window.addEventListener('keydown', answer)
    return () => window.removeEventListener('keydown', answer)
  }, [opened, onConfirm, onClose])

  return (
    <span className={classes.keys}>
      {removeMessages.keys.map((word, place) =>
        place % 2 === 0 ? (
          <kbd key={word} className="gr-key">
            {word}
          </kbd>
        ) : (
          <span key={word}>{word}</span>
        ),
      )}
    </span>
  )
}
