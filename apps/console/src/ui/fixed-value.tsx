import { type ReactNode, useId } from 'react'

interface FixedValueProps {
  label: string
  /** An empty value is shown as an en dash. */
  value: ReactNode
  /** Why it can't be changed. */
  hint?: ReactNode
}

/** A value of a form that can't be changed: text, so that nobody tries to type into it. */
export function FixedValue({ label, value, hint }: FixedValueProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div role="group" aria-labelledby={id} className="gr-shrink">
      <p id={id} className="gr-legend">
        {label}
      </p>
      <p className="gr-break">
        {value === null || value === '' ? <span className="gr-faint">–</span> : value}
      </p>
      {hint && <p className="gr-fine gr-faint">{hint}</p>}
    </div>
  )
}
