import type { ReactNode } from 'react'
import classes from './suggestions.module.css'

interface SuggestionsProps {
  /** Accessible name of the group. */
  label: string
  choices: readonly string[]
  /** The accessible name of a choice; by default its text. */
  nameOf?: (choice: string) => string
  icon?: ReactNode
  disabled?: boolean
  onPick: (choice: string) => void
}

/** Usual entries of a field, which a press takes over. They can be edited afterwards. */
export function Suggestions({ label, choices, nameOf, icon, disabled, onPick }: SuggestionsProps) {
  if (choices.length === 0) return null
  return (
    <fieldset className={classes.group} aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice}
          type="button"
          className={classes.choice}
          disabled={disabled}
          aria-label={nameOf?.(choice)}
          onClick={() => onPick(choice)}
        >
          {icon}
          {choice}
        </button>
      ))}
    </fieldset>
  )
}
