import { TextInput, type TextInputProps } from '@mantine/core'
import type { ChangeEvent, ReactNode } from 'react'
import { negativeRefused, Unit, useNumericEntry } from './numeric-entry.tsx'
import { readNumber } from './read-number.ts'

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'type'> {
  /** Digits with an optional decimal point; empty for none. */
  value?: string
  onChange: (value: string) => void
  /** Shown at the right end. */
  unit?: ReactNode
}

/** A number of 0 or more. A typed comma is the decimal point; whether decimals are allowed is for the form to say. */
export function NumberField({ value = '', onChange, unit, description, ...rest }: NumberFieldProps) {
  const entry = useNumericEntry<string>({ value, onChange, refuse, read })
  const { getInputRef, ...inputProps } = entry.inputProps
  // The input is changed in place, before React compares it with the value: its caret stays where it is.
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
