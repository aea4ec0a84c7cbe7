import { Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './fixed-value.module.css'

interface FixedValueProps {
  label: string
  /** An empty value is shown as an en dash. */
  value: ReactNode
  /** Why it can't be changed. */
  hint?: ReactNode
  /** Why the server refused it. */
  error?: ReactNode
}

/** A value of a form that can't be changed: text, so that nobody tries to type into it. */
export function FixedValue({ label, value, hint, error }: FixedValueProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div role="group" aria-labelledby={id} className="gr-shrink">
      <p id={id} className="gr-legend">
        {label}
      </p>
      <p className={classes.value}>
        {value === null || value === '' ? <span className="gr-faint">–</span> : value}
      </p>
      {error ? <Input.Error>{error}</Input.Error> : hint && <p className="gr-fine gr-faint">{hint}</p>}
    </div>
  )
}
