import { TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { searchSections } from '../../../ui/search-field.tsx'
import classes from './activity-search.module.css'
import { postSearchMessages as messages } from './post-messages.ts'

interface ActivitySearchProps {
  /** The searched ID in the address; empty for none. */
  value: string
  onSearch: (id: string) => void
}

/** A field for an activity ID: Enter searches, and emptying it shows the list again (POST-07, OQ-084). */
export function ActivitySearch({ value, onSearch }: ActivitySearchProps) {
  const [text, setText] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  // A value from elsewhere, such as Back, replaces the typed text.
  useEffect(() => setText(value), [value])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(text.trim())
  }
  const type = (next: string) => {
    setText(next)
    if (next === '' && value !== '') onSearch('')
  }
  return (
    <search>
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          ref={field}
          type="search"
          enterKeyHint="search"
          aria-label={messages.label}
          placeholder={messages.label}
          description={messages.hint}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          {...searchSections(text, () => {
            type('')
            field.current?.focus()
          })}
        />
      </form>
    </search>
  )
}
