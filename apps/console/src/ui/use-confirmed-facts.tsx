import { useState } from 'react'
import classes from './use-confirmed-facts.module.css'

/** A fact that a question shows and its confirmation relies on. */
export interface Fact {
  /** What it is called, and what identifies it: "Left to refund". */
  term: string
  /** As it is shown. */
  value: string
}

interface ConfirmedFacts {
  /** What changed since the question was opened, or since the last change was accepted. */
  changes: readonly { term: string; before: string; now: string }[]
  /** Whether a change was accepted, and the action still waits for its own press. */
  isAccepted: boolean
  /** Call on each press. Returns whether the action may run; a press on a change only accepts it. */
  confirm: () => boolean
  /** Call when the action was refused and the facts were read again: the next press confirms what is shown then. */
  settle: () => void
}

/**
 * Guards a question whose facts can change while it is open: a press that may have been meant for the former facts
 * doesn't act (OQ-520). A fact with a new term, such as one about another choice in the question, is no change.
 * @param isReady false while the facts are loading
 */
export function useConfirmedFacts(
  opened: boolean,
  facts: readonly Fact[] | undefined,
  isReady = true,
): ConfirmedFacts {
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>()
  const [isAccepted, setAccepted] = useState(false)
  const [isSettling, setSettling] = useState(false)
  const current = new Map(facts?.map(({ term, value }) => [term, value]))
  const accept = () => setSeen(new Map([...(seen ?? []), ...current]))

  if (!opened && seen !== undefined) {
    setSeen(undefined)
    setAccepted(false)
  }
  if (isSettling) {
    setSettling(false)
    accept()
  }
  if (opened && isReady && [...current.keys()].some((term) => !seen?.has(term))) {
    setSeen(new Map([...current, ...(seen ?? [])]))
  }
  const changes =
    opened && seen !== undefined
      ? [...current].flatMap(([term, now]) => {
          const before = seen.get(term)
          return before === undefined || before === now ? [] : [{ term, before, now }]
        })
      : []

  return {
    changes,
    isAccepted: isAccepted && changes.length === 0,
    confirm: () => {
      if (changes.length === 0) return true
      accept()
      setAccepted(true)
      return false
    },
    // The query cache tells of new facts in a task of its own, which is queued before this one.
    settle: () => setTimeout(setSettling, 0, true),
  }
}

interface FactChangesProps {
  facts: Pick<ConfirmedFacts, 'changes' | 'isAccepted'>
  /** What the button that confirms is called. */
  confirmLabel: string
}

/** Says what changed while the question was open, and that it takes another press. Screen readers announce it. */
export function FactChanges({ facts: { changes, isAccepted }, confirmLabel }: FactChangesProps) {
  if (changes.length > 0) {
    return (
      <div className={classes.changes} role="alert">
        <p>This changed while the question was open. Nothing has been done yet.</p>
        <ul>
          {changes.map(({ term, before, now }) => (
            <li key={term}>
              {term}: {now} (before: {before})
            </li>
          ))}
        </ul>
        <p>{`Press “${confirmLabel}” to accept the change, and once more to confirm.`}</p>
      </div>
    )
  }
  return (
    <p className={classes.again} role="status">
      {isAccepted && `Press “${confirmLabel}” once more to confirm.`}
    </p>
  )
}
