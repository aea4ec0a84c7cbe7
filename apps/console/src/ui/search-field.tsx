import { TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import classes from './search-field.module.css'

interface SearchFieldProps {
  /** Its accessible name. */
  label: string
  placeholder?: string
  /** The text in the address. */
  value: string
  onChange: (value: string) => void
  /** How long typing must pause before onChange is called, in milliseconds. */
  debounceMs?: number
}

/** A search input above a list. It calls onChange when typing pauses, and at once on Enter. */
export function SearchField({ label, placeholder, value, onChange, debounceMs = 300 }: SearchFieldProps) {
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

  // A value from elsewhere, such as Back or Clear search, replaces the typed text.
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
      className={classes.field}
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
