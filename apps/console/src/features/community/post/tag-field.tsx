import { TextInput } from '@mantine/core'
import { type ComponentProps, useRef, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { postEditorMessages as messages } from './post-messages.ts'
import classes from './tag-field.module.css'

// Lazy: the list of tags is positioned by a library that nothing else in the editor needs.
const TagPicker = lazyPart('post-tags', () => import('./tag-picker.tsx').then((part) => part.TagPicker))

/** Fetches the list of tags ahead. A failure is shown with the field. */
export function prefetchTags(): Promise<void> {
  return TagPicker.preload().catch(() => {})
}

/** The tags of a post. Without tags it is a plain field until it is focused, so that the form shows sooner. */
export function TagField(props: Omit<ComponentProps<typeof TagPicker>, 'start'>) {
  const [start, setStart] = useState<ComponentProps<typeof TagPicker>['start']>()
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  // Whether the list opens once it is there, as it would have at once.
  const wantsList = useRef(false)

  if (start !== undefined || props.value.length > 0) {
    return (
      <PartBoundary fallback={<TagSkeleton />}>
        <TagPicker {...props} start={start} />
      </PartBoundary>
    )
  }
  return (
    <TextInput
      ref={input}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      label={messages.tags}
      placeholder={messages.findTags}
      autoComplete="off"
      classNames={{ input: classes.plain }}
      disabled={props.disabled}
      error={props.error}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onPointerEnter={() => void prefetchTags()}
      onPointerDown={() => {
        wantsList.current = true
      }}
      onFocus={async () => {
        await prefetchTags()
        const search = input.current?.value ?? ''
        const isFocused = document.activeElement === input.current
        setStart({ search, isFocused, isOpen: isFocused && (wantsList.current || search !== '') })
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') wantsList.current = true
        // Enter picks a tag. It must not submit the form.
        if (event.key === 'Enter') event.preventDefault()
      }}
    />
  )
}

/** Keeps the height of the tags while their script loads, so that the form below stays where it is. */
function TagSkeleton() {
  return (
    <div className={classes.loading} aria-hidden="true">
      <Skeleton width="32px" height={20} />
      <Skeleton height="var(--row-height)" />
    </div>
  )
}
