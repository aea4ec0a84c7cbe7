import { TextInput } from '@mantine/core'
import { type ChangeEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './price-field.module.css'

interface PriceFieldProps<Currency extends string> {
  label?: ReactNode
  'aria-label'?: string
  /** Minor units (paise, cents); null while it is empty. */
  value: number | null
  onChange: (minor: number | null) => void
  onBlur?: () => void
  /** The code at the right end. */
  currency: Currency
  /** Writes minor units as money, for instance 249900 as ₹2,499.00. */
  format: (minor: number, currency: Currency) => string
  required?: boolean
  disabled?: boolean
  error?: ReactNode
  description?: ReactNode
  name?: string
  /** In a grid that names its rows the code would be said twice. */
  withCode?: boolean
}

/**
 * An amount of money: only digits count, the last two are paise or cents, and every key shows the amount anew, so
 * that typing 249900 reads ₹2,499.00.
 */
export function PriceField<Currency extends string>({
  value,
  onChange,
  currency,
  format,
  withCode = true,
  ...rest
}: PriceFieldProps<Currency>) {
  const input = useRef<HTMLInputElement>(null)
  const placing = useRef(0)
  const shown = value === null ? '' : format(value, currency)

  // Digits are added and removed at the right end alone; anywhere else a grouping comma would swallow the key.
  const toEnd = () => {
    const field = input.current
    if (field && document.activeElement === field)
      field.setSelectionRange(field.value.length, field.value.length)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text is what moves the caret
  useLayoutEffect(toEnd, [shown])

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value
    const minor = Number(text.replace(/\D/g, ''))
    const isRemoval = text.length < shown.length
    // A number past this can no longer be exact: the key is ignored.
    if (!Number.isSafeInteger(minor)) return
    // Removing the last digit empties the field; typing 0 means free of charge.
    onChange(!/\d/.test(text) || (isRemoval && minor === 0) ? null : minor)
    toEnd()
  }

  return (
    <TextInput
      {...rest}
      ref={input}
      inputMode="numeric"
      autoComplete="off"
      placeholder={format(0, currency)}
      value={shown}
      onChange={change}
      onFocus={() => {
        toEnd()
        // Browsers place the caret of a click or a tab only after this event.
        placing.current = requestAnimationFrame(toEnd)
      }}
      // What is selected by a key in the same moment, as all of it is before it is typed anew, stays selected.
      onKeyDown={() => cancelAnimationFrame(placing.current)}
      onClick={toEnd}
      rightSectionPointerEvents="none"
      rightSectionWidth={withCode ? 48 : undefined}
      rightSection={withCode ? <span className={classes.code}>{currency}</span> : undefined}
    />
  )
}
