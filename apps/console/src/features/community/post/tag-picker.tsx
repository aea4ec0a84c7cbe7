import '@mantine/core/styles/PillsInput.layer.css'
import { postTags } from '@greenroom/contract/community/post/post.schema'
import { MultiSelect } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import picker from '../../../shared/record/record-picker/record-picker.module.css'
import { chosenTags, type PostTag } from './post-form-values.ts'
import { postEditorMessages as messages } from './post-messages.ts'
import classes from './tag-picker.module.css'

interface TagPickerProps {
  /** What was done in the plain field that it replaces. */
  start: { search: string; isFocused: boolean; isOpen: boolean } | undefined
  value: readonly PostTag[]
  onChange: (tags: PostTag[]) => void
  disabled?: boolean
  error?: ReactNode
}

/** The chosen tags and a search of the fixed list, in one row (POST-04, POST-10). */
export function TagPicker({ start, value, onChange, disabled, error }: TagPickerProps) {
  const [search, setSearch] = useState(start?.search ?? '')
  const input = useRef<HTMLInputElement>(null)
  const opensAtOnce = start?.isOpen ?? false
  // After a frame and by its key: a list that is opened sooner is not announced as the field's.
  useEffect(() => {
    if (!opensAtOnce) return
    const frame = requestAnimationFrame(() =>
      input.current?.dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowDown', bubbles: true })),
    )
    return () => cancelAnimationFrame(frame)
  }, [opensAtOnce])
  return (
    <MultiSelect
      ref={input}
      label={messages.tags}
      placeholder={value.length === 0 ? messages.findTags : ''}
      data={postTags}
      value={[...value]}
      onChange={(tags) => onChange(chosenTags(tags))}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      selectFirstOptionOnChange={search.trim() !== ''}
      nothingFoundMessage={messages.noTag}
      openOnFocus={false}
      // The field that it replaces had the focus.
      autoFocus={start?.isFocused ?? false}
      disabled={disabled}
      error={error}
      withScrollArea={false}
      comboboxProps={{ transitionProps: { duration: 0 }, portalProps: { target: 'main' } }}
      classNames={{
        input: classes.input,
        pillsList: classes.chosen,
        inputField: classes.search,
        dropdown: picker.dropdown,
        options: picker.list,
      }}
      onKeyDown={(event) => {
        // Enter picks a tag. It must not submit the form.
        if (event.key === 'Enter') event.preventDefault()
      }}
      renderPill={({ value: tag = '', onRemove }) => (
        <span className={classes.tag}>
          {tag}
          <button
            type="button"
            className={classes.remove}
            aria-label={messages.remove(tag)}
            title={messages.remove(tag)}
            // The row opens its list when it is clicked.
            onClick={(event) => {
              event.stopPropagation()
              onRemove?.()
            }}
          >
            <IconX size={12} stroke={2} aria-hidden="true" />
          </button>
        </span>
      )}
    />
  )
}
