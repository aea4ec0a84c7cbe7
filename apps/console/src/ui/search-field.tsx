import { TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'

interface SearchFieldProps {
  /** Its accessible name. */
  label: string
  placeholder?: string
  /** The text that is searched for; it lives in the address, so the screen holds it. */
  value: string
  onChange: (value: string) => void
  /** How long typing must rest before onChange is called, in milliseconds. */
  debounceMs?: number
  className?: string
}

/** A search input: what is typed is passed on when typing rests, or at once with Enter. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  debounceMs = 300,
  className,
}: SearchFieldProps) {
  const [text, setText] = useState(value)
  const passedOn = useRef(value)
  const latestOnChange = useRef(onChange)
  latestOnChange.current = onChange

  const passOn = (next: string) => {
    if (next === passedOn.current) return
    passedOn.current = next
    latestOnChange.current(next)
  }
  const latestPassOn = useRef(passOn)
  latestPassOn.current = passOn

  // A value that did not come from here, such as Back or Clear filters, replaces what is typed.
  useEffect(() => {
    if (value === passedOn.current) return
    passedOn.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    const timer = setTimeout(() => latestPassOn.current(text.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [text, debounceMs])

  const clear = () => {
    setText('')
    passOn('')
  }

  return (
    <TextInput
      type="search"
      className={className}
      aria-label={label}
      placeholder={placeholder ?? label}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') passOn(text.trim())
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
