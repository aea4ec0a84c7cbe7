import { TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import classes from './search-field.module.css'
import { useTypedSearch } from './use-typed-search.ts'

interface SearchFieldProps {
  /** Its accessible name. */
  label: string
  placeholder?: string
  /** The text in the address. */
  value: string
  onChange: (value: string) => void
  /** How long typing must pause before onChange is called, in milliseconds. */
  debounceMs?: number
  /** Shows the label above the field, as in a row of filters. */
  isLabelShown?: boolean
  /** Replaces the width and margin of a field above cards. */
  className?: string | undefined
}

/** A search input above a list. It calls onChange when typing pauses, and at once on Enter. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  debounceMs = 300,
  isLabelShown = false,
  className = classes.field,
}: SearchFieldProps) {
  const { text, setText, clear, onKeyDown } = useTypedSearch(value, onChange, debounceMs)
  return (
    <TextInput
      type="search"
      className={className}
      {...(isLabelShown ? { label } : { 'aria-label': label })}
      placeholder={placeholder ?? label}
      // What every list's call accepts. It also keeps the address short enough to be reloaded.
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      {...searchSections(text, clear)}
    />
  )
}

/** Returns the icon of a search field, and a Clear button while there is text. */
export function searchSections(
  text: string,
  clear: () => void,
): Record<'leftSection' | 'rightSection', ReactNode> {
  return {
    leftSection: <IconSearch size={15} stroke={1.5} aria-hidden="true" />,
    rightSection: text !== '' && (
      <IconButton
        label="Clear search"
        icon={<IconX size={14} stroke={2} aria-hidden="true" />}
        onClick={clear}
      />
    ),
  }
}
