import { TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
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
  const [text, setText] = useState(value)
  const [isTooShort, setIsTooShort] = useState(false)
  const passedOn = useRef(value)
  const input = useRef<HTMLInputElement>(null)

  const apply = (typed: string) => {
    const phone = typed.trim()
    const isSearched = isPhoneSearched(phone)
    setIsTooShort(!isSearched)
    if (!isSearched || phone === passedOn.current) return
    passedOn.current = phone
    onChange(phone)
  }
  const latestApply = useRef(apply)
  latestApply.current = apply

  // A value from elsewhere, such as Back or Clear filters, replaces the typed text.
  useEffect(() => {
    if (value === passedOn.current) return
    passedOn.current = value
    setText(value)
    setIsTooShort(false)
  }, [value])

  useEffect(() => {
    const timer = setTimeout(() => latestApply.current(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])

  const clear = () => {
    setText('')
    apply('')
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
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text)
        if (event.key === 'Escape' && text !== '') {
          event.preventDefault()
          clear()
        }
      }}
      leftSection={<IconSearch size={15} stroke={1.5} aria-hidden="true" />}
      rightSection={
        text === '' ? null : (
          <IconButton
            label="Clear search"
            icon={<IconX size={14} stroke={2} aria-hidden="true" />}
            onClick={clear}
          />
        )
      }
    />
  )
}
