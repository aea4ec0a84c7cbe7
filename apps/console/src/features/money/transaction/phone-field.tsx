import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { searchSections } from '../../../ui/search-field.tsx'
import { useTypedSearch } from '../../../ui/use-typed-search.ts'
import { transactionMessages } from './transaction-messages.ts'
import { isPhoneSearched } from './transaction-search.ts'

interface PhoneFieldProps {
  /** The phone in the address, which is searched for. */
  value: string
  onChange: (phone: string) => void
  className?: string
}

const debounceMs = 500
const longest = 30

/** The phone search. It is applied when typing pauses, but not with 1 to 9 characters (TXN-07). */
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
      label={transactionMessages.phone}
      placeholder={transactionMessages.phonePlaceholder}
      autoComplete="off"
      maxLength={longest}
      value={text}
      error={isTooShort ? transactionMessages.phoneTooShort : undefined}
      errorProps={{ role: 'alert' }}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      {...searchSections(text, clearAndFocus)}
    />
  )
}
