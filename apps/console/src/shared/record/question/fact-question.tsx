import { type Fact, FactChanges, useConfirmedFacts } from '../../../ui/use-confirmed-facts.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

interface FactQuestionProps extends Omit<ConfirmDialogProps, 'guard'> {
  /** What the question shows and others can change while it is open. A press on a change only accepts it (OQ-520). */
  facts: readonly Fact[]
}

/** Asks for confirmation of an action on facts that can change while the question is open. */
export function FactQuestion({ facts, ...question }: FactQuestionProps) {
  const confirmed = useConfirmedFacts(question.opened, facts, question.isReady)
  const note = <FactChanges facts={confirmed} confirmLabel={question.confirmLabel} />
  return <ConfirmDialog {...question} guard={{ ...confirmed, note }} />
}
