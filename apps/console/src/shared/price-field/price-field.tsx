import type { CurrencyCode } from '@greenroom/contract/money'
import { TextInput, type TextInputProps } from '@mantine/core'
import { Children } from 'react'
import { NumberFormatBase } from 'react-number-format'
import { formatMoney } from '../../lib/money.ts'
import { FieldHint } from '../../ui/field-hint.tsx'
import { negativeRefused, Unit, useNumericEntry } from '../../ui/numeric-entry.tsx'
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
  return (
    <NumberFormatBase
      customInput={TextInput}
      inputMode="numeric"
      autoComplete="off"
      placeholder={formatMoney(0, currency)}
      rightSection={withCode ? <Unit>{currency}</Unit> : undefined}
      rightSectionWidth={withCode ? 48 : undefined}
      rightSectionPointerEvents="none"
      {...rest}
      {...entry.inputProps}
      description={said.length > 0 ? said : undefined}
      value={value === null ? '' : String(value)}
      valueIsNumericString
      format={(digits) => (digits === '' ? '' : formatMoney(Number(digits), currency))}
      removeFormatting={(text) => {
        const digits = text.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
        // Deleting the last digit empties the field; typing 0 means free of charge.
        return digits === '0' && entry.isDeletion.current ? '' : digits
      }}
      isAllowed={({ value: digits }) => {
        const isExact = Number.isSafeInteger(Number(digits))
        if (!isExact) entry.setRefusal(tooLarge)
        return isExact
      }}
      onValueChange={({ value: digits }, { source }) =>
        source === 'event' && entry.change(digits === '' ? null : Number(digits))
      }
    />
  )
}

function refuse(character: string): string | undefined {
  if (/[-−–]/.test(character)) return negativeRefused
  return /[\s.,₹$]/.test(character) ? undefined : 'Only digits are accepted.'
}
