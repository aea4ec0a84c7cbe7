import { type ReactNode, useId } from 'react'
import classes from './segmented-control.module.css'

interface SegmentedControlProps<Value extends string> {
  label: string
  /** false where the screen already shows a label. */
  withLabel?: boolean
  /** Labels by value, in order. */
  options: Readonly<Record<Value, string>>
  /** null while nothing is chosen. */
  value: Value | null
  onChange: (value: Value) => void
  /** Spreads the options over the whole width. */
  wide?: boolean
  required?: boolean
  error?: ReactNode
}

/** A choice between a few options: radio buttons styled as a segmented control. */
export function SegmentedControl<Value extends string>({
  label,
  withLabel = true,
  options,
  value,
  onChange,
  wide,
  required,
  error,
}: SegmentedControlProps<Value>) {
  const id = useId()
  return (
    <fieldset className={classes.choice} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={withLabel ? 'gr-legend' : 'gr-unseen'}>
        {label}
        {required && (
          <span className="gr-danger" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </legend>
      <div
        className={classes.options}
        data-wide={wide || undefined}
        data-invalid={Boolean(error) || undefined}
      >
        {(Object.entries(options) as [Value, string][]).map(([option, name]) => (
          <label key={option} className={classes.option}>
            <input
              type="radio"
              className="gr-hidden-input"
              name={`${id}-choice`}
              checked={option === value}
              required={required}
              onChange={() => onChange(option)}
            />
            {name}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mantine-InputWrapper-error gr-fine" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
