import { listCreators } from '@greenroom/contract/creator/creator.endpoints'
import type { Creator } from '@greenroom/contract/creator/creator.schema'
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { failureHelp } from '../../lib/api/api-error.ts'
import { useRead } from '../../lib/api/hooks.ts'
import { personName } from '../../lib/person-name.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { creatorListMessages } from './creator-list-messages.ts'
import classes from './creator-picker.module.css'

/** What the picker needs to know of the creator that is chosen. */
export type PickedCreator = Pick<Creator, '_id' | 'first_name' | 'last_name' | 'email'>

interface CreatorPickerProps {
  value: PickedCreator | null
  onChange: (creator: Creator | null) => void
  onBlur?: () => void
  onFocus?: () => void
  label: ReactNode
  required?: boolean
  disabled?: boolean
  error?: ReactNode
  description?: ReactNode
  placeholder?: string
  /** Where a form looks for the field that has the focus. */
  'data-path'?: string
}

const debounceMs = 300
const retryOption = 'retry'

/** A field for one creator, found by name or e-mail while typing (MC-37, CRE-09). What is chosen stays until another is. */
export function CreatorPicker({
  value,
  onChange,
  onBlur,
  onFocus,
  placeholder = 'Search by e-mail or name',
  ...rest
}: CreatorPickerProps) {
  const listLabel = useId()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  // What is being typed; null while the field shows the creator that is chosen.
  const [typed, setTyped] = useState<string | null>(null)
  const wanted = (typed ?? '').trim()
  const [searched] = useDebouncedValue(wanted, debounceMs)
  const creators = useRead(listCreators, { query: { q: searched } }, { enabled: combobox.dropdownOpened })
  const found = creators.data ?? []
  const isSearching = creators.isFetching || wanted !== searched

  // Another list has other rows: the mark on a row of the old one would choose the wrong creator.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new list is what takes the mark away
  useEffect(() => combobox.resetSelectedOption(), [creators.data])

  const choose = (id: string) => {
    if (id === retryOption) return void creators.refetch()
    const creator = found.find(({ _id }) => _id === id)
    if (!creator) return
    onChange(creator)
    setTyped(null)
    combobox.closeDropdown()
  }
  const clear = () => {
    setTyped(null)
    onChange(null)
    combobox.focusTarget()
  }
  const type = (text: string) => {
    setTyped(text)
    combobox.openDropdown()
    if (text === '' && value) onChange(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped(null)
    if (event.key !== 'Enter' || !combobox.dropdownOpened || combobox.getSelectedOptionIndex() !== -1) return
    // Enter in an open list chooses; it must not send the form around it.
    event.preventDefault()
    const [only, another] = found
    if (only && !another && !isSearching) choose(only._id)
  }

  const shown = typed ?? (value ? labelOf(value) : '')
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      transitionProps={{ duration: 0 }}
      // The list grows after it is opened: the side that held one line may not hold all of it.
      preventPositionChangeWhenVisible={false}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...rest}
          value={shown}
          title={typed === null && value ? shown : undefined}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: classes.input }}
          onChange={(event) => type(event.currentTarget.value)}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => {
            event.currentTarget.select()
            onFocus?.()
          }}
          onBlur={() => {
            combobox.closeDropdown()
            setTyped(null)
            onBlur?.()
          }}
          onKeyDown={onKeyDown}
          rightSectionPointerEvents={value && !rest.disabled ? 'all' : 'none'}
          rightSection={
            combobox.dropdownOpened && isSearching ? (
              <Spinner />
            ) : value && !rest.disabled ? (
              <IconButton
                label="Remove creator"
                icon={<IconX size={14} stroke={2} aria-hidden="true" />}
                onMouseDown={(event) => event.preventDefault()}
                onClick={clear}
              />
            ) : (
              <IconChevronDown size={15} stroke={1.5} aria-hidden="true" />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown}>
        <span id={listLabel} hidden>
          Creators
        </span>
        <div role="status">
          {creators.isError ? (
            <p className={classes.message} data-failed>
              {creatorListMessages.failed} {failureHelp(creators.error)}
            </p>
          ) : creators.isPending ? (
            <p className={classes.message}>{creatorListMessages.loading}</p>
          ) : (
            found.length === 0 && <p className={classes.message}>{creatorListMessages.empty}</p>
          )}
        </div>
        <Combobox.Options labelledBy={listLabel} className={classes.list}>
          {!creators.isError &&
            found.map((creator) => (
              <Combobox.Option
                key={creator._id}
                value={creator._id}
                active={creator._id === value?._id}
                aria-selected={creator._id === value?._id}
                className={classes.option}
              >
                <span className={classes.name}>{personName(creator)}</span>
                <span className={classes.email} title={creator.email}>
                  {creator.email}
                </span>
              </Combobox.Option>
            ))}
          {creators.isError && (
            <Combobox.Option value={retryOption} aria-selected={false} className={classes.option}>
              <span className={classes.name}>Retry</span>
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function labelOf(creator: PickedCreator): string {
  return `${personName(creator)} · ${creator.email}`
}
