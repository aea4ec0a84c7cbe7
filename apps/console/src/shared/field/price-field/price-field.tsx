import type { CurrencyCode } from '@greenroom/contract/money'
import { TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, Children } from 'react'
import { formatMoney } from '../../../lib/money.ts'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { negativeRefused, Unit, useNumericEntry } from '../../../ui/numeric-entry.tsx'
import { caretBefore, digitsOf } from './price-caret.ts'
import { priceHints } from './price-hints.ts'
import { readAmount, tooLarge } from './read-amount.ts'

interface PriceFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'type'> {
  /** Minor units (paise, cents); null while empty. */
  value?: number | null
  onChange: (minor: number | null) => void
  currency: CurrencyCode
  /** The original price to compare this one with. */
  original?: number | null
  /** Whether the currency code is shown at the right end. */
  withCode?: boolean
}

/**
 * An amount of money. Typed digits are minor units: 249900 is ₹2,499.00 (OQ-024). A pasted amount with a symbol,
 * grouping or decimals is parsed as it is written.
 */
export function PriceField({
  value = null,
  onChange,
  currency,
  original = null,
  withCode = true,
  description,
  ...rest
}: PriceFieldProps) {
  const entry = useNumericEntry<number | null>({
    value,
    onChange,
    refuse,
    read: (text) => readAmount(text, currency),
  })
  const hints = rest.error ? [] : priceHints(original, value, currency)
  const said = Children.toArray([
    entry.refusal,
    description,
    hints.map(({ tone, text }) => (
      <FieldHint key={text} tone={tone}>
        {text}
      </FieldHint>
    )),
  ])
  const { getInputRef, ...inputProps } = entry.inputProps
  const type = ({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const digits = digitsOf(input.value).replace(/^0+(?=\d)/, '')
    const digitsAfterCaret = digitsOf(input.value.slice(input.selectionStart ?? input.value.length)).length
    // Deleting the last digit empties the field; typing 0 means free of charge.
    const typed = digits === '' || (digits === '0' && entry.isDeletion.current) ? null : Number(digits)
    const isExact = Number.isSafeInteger(typed ?? 0)
    const next = isExact ? typed : value
    // Format the text before React compares the input with the value, which keeps the caret in place.
    input.value = textOf(next, currency)
    const isForwards = (nativeEvent as InputEvent).inputType === 'deleteContentForward'
    const caret = caretBefore(input.value, digitsAfterCaret, isForwards)
    input.setSelectionRange(caret, caret)
    if (!isExact) entry.setRefusal(tooLarge)
    else if (next !== value) entry.change(next)
  }
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      placeholder={formatMoney(0, currency)}
      rightSection={withCode ? <Unit>{currency}</Unit> : undefined}
      rightSectionWidth={withCode ? 48 : undefined}
      rightSectionPointerEvents="none"
      {...rest}
      {...inputProps}
      ref={getInputRef}
      description={said.length > 0 ? said : undefined}
      value={textOf(value, currency)}
      onChange={type}
    />
  )
}

function textOf(minor: number | null, currency: CurrencyCode): string {
  return minor === null ? '' : formatMoney(minor, currency)
}

function refuse(character: string): string | undefined {
  if (/[-−–]/.test(character)) return negativeRefused
  return /[\s.,₹$]/.test(character) ? undefined : 'Only digits are accepted.'
}
