import { TextInput, type TextInputProps } from '@mantine/core'
import type { ChangeEvent, ReactNode } from 'react'
import { Unit, useNumericEntry } from './numeric-entry.tsx'
import { readNumber } from './read-number.ts'

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'type'> {
  /** Digits with an optional decimal point; an empty string for no value. */
  value?: string
  onChange: (value: string) => void
  /** Shown at the right end. */
  unit?: ReactNode
}

/**
 * A number as text. A typed comma becomes the decimal point. A minus sign is kept, so that the form's own message can
 * refuse the negative number. The form also decides whether decimals are allowed.
 */
export function NumberField({ value = '', onChange, unit, description, ...rest }: NumberFieldProps) {
  const entry = useNumericEntry<string>({ value, onChange, refuse, read })
  const { getInputRef, ...inputProps } = entry.inputProps
  // Replace the comma before React compares the input with the value, which keeps the caret in place.
  const type = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const place = input.selectionStart
    if (input.value.includes(',')) {
      input.value = input.value.replace(',', '.')
      input.setSelectionRange(place, place)
    }
    entry.change(input.value)
  }
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      rightSection={unit && <Unit>{unit}</Unit>}
      rightSectionPointerEvents="none"
      {...rest}
      {...inputProps}
      ref={getInputRef}
      description={entry.refusal ?? description}
      value={value}
      onChange={type}
    />
  )
}

function refuse(_character: string, text: string): string | undefined {
  return /^-?\d*[.,]?\d*$/.test(text) ? undefined : 'Only digits and a decimal point are accepted.'
}

function read(text: string) {
  const minus = /^[-−–]/.test(text) ? '-' : ''
  const number = readNumber(text.slice(minus.length))
  return number === null ? { refusal: `“${text}” is not a number.` } : { value: minus + number }
}
