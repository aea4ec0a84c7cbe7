import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { searchSections } from '../../ui/search-field.tsx'
import { useTypedSearch } from '../../ui/use-typed-search.ts'
import { transactionWords } from './transaction-messages.ts'
import { isPhoneSearched } from './transaction-search.ts'

interface PhoneFieldProps {
  /** The phone that is searched for; it lives in the address. */
  value: string
  onChange: (phone: string) => void
  className?: string
}

const debounceMs = 500
const longest = 30

/** The search by phone: applied when typing rests; 1 to 9 characters are not applied (TXN-07). */
export function PhoneField({ value, onChange, className }: PhoneFieldProps) {
  const [isTooShort, setIsTooShort] = useState(false)
  const [searched, setSearched] = useState(value)
  if (value !== searched) {
    setSearched(value)
    setIsTooShort(false)
  }
  const input = useRef<HTMLInputElement>(null)
  const { text, setText, clear, onKeyDown } = useTypedSearch(value, onChange, debounceMs, (phone) => {
    setIsTooShort(!isPhoneSearched(phone))
    return isPhoneSearched(phone)
  })
  const clearAndFocus = () => {
    clear()
    input.current?.focus()
  }

  return (
    <TextInput
      ref={input}
      type="tel"
      className={className}
      label={transactionWords.phone}
      placeholder={transactionWords.phonePlaceholder}
      autoComplete="off"
      maxLength={longest}
      value={text}
      error={isTooShort ? transactionWords.phoneTooShort : undefined}
      errorProps={{ role: 'alert' }}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      {...searchSections(text, clearAndFocus)}
    />
  )
}
