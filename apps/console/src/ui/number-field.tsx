import { TextInput, type TextInputProps } from '@mantine/core'
import type { ChangeEvent, ReactNode } from 'react'
import { negativeRefused, Unit, useNumericEntry } from './numeric-entry.tsx'
import { readNumber } from './read-number.ts'

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'type'> {
  /** Digits with an optional decimal point; an empty string for no value. */
  value?: string
  onChange: (value: string) => void
  /** Shown at the right end. */
  unit?: ReactNode
}

/** A number of 0 or more. A typed comma becomes the decimal point. The form validates whether decimals are allowed. */
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

function refuse(character: string, text: string): string | undefined {
  if (/[-−–]/.test(character)) return negativeRefused
  return /^\d*[.,]?\d*$/.test(text) ? undefined : 'Only digits and a decimal point are accepted.'
}

function read(text: string) {
  const number = readNumber(text)
  if (number !== null) return { value: number }
  return { refusal: /^[-−–(]/.test(text) ? negativeRefused : `“${text}” is not a number.` }
}
