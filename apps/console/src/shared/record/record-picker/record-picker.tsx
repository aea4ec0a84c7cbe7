import { Combobox, type ComboboxProps, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { Fragment, type KeyboardEvent, type ReactNode, type Ref, useEffect, useId } from 'react'
import { failureHelp } from '../../../lib/api/api-error.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { PickerRows, PickerSearch } from './picker-rows.ts'
import classes from './record-picker.module.css'

interface PickerOption {
  id: string
  name: ReactNode
  detail?: string | undefined
  /** Shown at the right end, for example why it cannot be picked. */
  mark?: string | undefined
  disabled?: boolean | undefined
  /** Options of one group must be adjacent. */
  group?: string | undefined
}

interface RecordPickerProps<Row> extends Omit<TextInputProps, 'value' | 'onChange' | 'onPaste'> {
  search: PickerSearch
  /** The rows for the typed text. */
  found: PickerRows<Row>
  optionOf: (row: Row) => PickerOption
  /** The selected record; undefined for a field that only adds records to a list. */
  chosen?: { id: string; label: string } | null
  onPick: (row: Row) => void
  /** Called when the field is cleared. If undefined, a choice can only be replaced. */
  onClear?: () => void
  messages: { list: string; loading?: string; empty: string; failed: string; clear?: string }
  /** Offers to create a record when none matches. Undefined if the role may not. */
  create?: { label: string; onCreate: (typed: string) => void } | undefined
  /** Whether rows are offered before anything is typed. */
  opensEmpty?: boolean
  comboboxProps?: ComboboxProps
  ref?: Ref<HTMLInputElement>
}

/** Retry, or what creates a missing record. */
const extraOption = 'extra'

/** A combobox that finds one record. It only ever offers rows that match the text in the field. */
export function RecordPicker<Row>({
  search: { entered, setEntered, isOpen: opened, setOpen, typed },
  found: { rows, error, retry, note },
  optionOf,
  chosen,
  onPick,
  onClear,
  messages,
  create,
  opensEmpty = true,
  comboboxProps,
  onFocus,
  onBlur,
  ...rest
}: RecordPickerProps<Row>) {
  const listLabel = useId()
  const combobox = useCombobox({
    opened,
    onOpenedChange: setOpen,
    onDropdownClose: () => combobox.resetSelectedOption(),
  })
  const isOpen = opened && (opensEmpty || typed !== '')
  const options = (rows ?? []).map((row) => ({ row, ...optionOf(row) }))
  const extra = error
    ? { label: 'Retry', run: retry }
    : create && rows?.length === 0
      ? { label: create.label, run: () => create.onCreate(typed) }
      : undefined
  const isSearching = isOpen && rows === undefined && !error
  const canClear = chosen != null && onClear !== undefined && !rest.disabled

  // The highlight is an index, which would point to another record in other rows, and Mantine would keep naming the option
  // that is gone in aria-activedescendant.
  const ids = error ? extraOption : options.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows reset the highlight
  useEffect(() => {
    combobox.resetSelectedOption()
    combobox.targetRef.current?.removeAttribute('aria-activedescendant')
  }, [ids])

  const pick = (id: string) => {
    if (id === extraOption) return extra?.run()
    const option = options.find((one) => one.id === id)
    if (!option || option.disabled) return
    onPick(option.row)
    setEntered(null)
    combobox.closeDropdown()
  }
  const type = (next: string) => {
    setEntered(next)
    if (opensEmpty || next.trim() !== '') combobox.openDropdown()
    else combobox.closeDropdown()
    if (next === '' && canClear) onClear()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && chosen !== undefined) setEntered(null)
    if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() !== -1) return
    // Enter picks; it must not submit the form around the field.
    if (opened || chosen === undefined) event.preventDefault()
    const [only, another] = options
    if (isOpen && only && !another) pick(only.id)
  }

  const shown = entered ?? chosen?.label ?? ''
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={pick}
      transitionProps={{ duration: 0 }}
      // The list grows after opening and may then no longer fit on the side with room for one line.
      preventPositionChangeWhenVisible={false}
      {...comboboxProps}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          autoComplete="off"
          spellCheck={false}
          title={entered === null && chosen ? shown : undefined}
          rightSectionPointerEvents={canClear ? 'all' : 'none'}
          rightSection={
            isSearching ? (
              <Spinner />
            ) : canClear ? (
              <IconButton
                label={messages.clear ?? ''}
                icon={<IconX size={14} stroke={2} aria-hidden="true" />}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  setEntered(null)
                  onClear()
                  combobox.focusTarget()
                }}
              />
            ) : chosen === undefined ? null : (
              <IconChevronDown size={15} stroke={1.5} aria-hidden="true" />
            )
          }
          {...rest}
          classNames={{ input: classes.input }}
          value={shown}
          onChange={(event) => type(event.currentTarget.value)}
          onClick={() => (opensEmpty || typed !== '') && combobox.openDropdown()}
          onFocus={(event) => {
            if (chosen !== undefined) event.currentTarget.select()
            onFocus?.(event)
          }}
          onBlur={(event) => {
            combobox.closeDropdown()
            if (chosen !== undefined) setEntered(null)
            onBlur?.(event)
          }}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown} hidden={!isOpen}>
        <span id={listLabel} hidden>
          {messages.list}
        </span>
        <div role="status">
          {error ? (
            <p className={classes.message} data-failed>
              {messages.failed} {failureHelp(error)}
            </p>
          ) : rows === undefined ? (
            isOpen && <p className={classes.message}>{(typed === '' && messages.loading) || 'Searching…'}</p>
          ) : (
            rows.length === 0 && <p className={classes.message}>{messages.empty}</p>
          )}
          {note && <p className={classes.message}>{note}</p>}
        </div>
        <Combobox.Options labelledBy={listLabel} className={classes.list}>
          <Fragment key={ids}>
            {grouped(options).map(({ group, members }) => {
              const items = members.map(({ id, name, detail, mark, disabled }) => (
                <Combobox.Option
                  key={id}
                  value={id}
                  disabled={disabled}
                  active={id === chosen?.id}
                  aria-selected={id === chosen?.id || disabled === true}
                  className={classes.option}
                >
                  <span className={classes.name}>{name}</span>
                  {detail && (
                    <span className={classes.detail} title={detail}>
                      {detail}
                    </span>
                  )}
                  {mark && <span className={classes.mark}>{mark}</span>}
                </Combobox.Option>
              ))
              return group === undefined ? (
                items
              ) : (
                <Combobox.Group key={group} label={group}>
                  {items}
                </Combobox.Group>
              )
            })}
          </Fragment>
          {extra && (
            <Combobox.Option value={extraOption} aria-selected={false} className={classes.option}>
              {extra.label}
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** Combines adjacent options of the same group. */
function grouped<Option extends PickerOption>(options: readonly Option[]) {
  const groups: { group: string | undefined; members: Option[] }[] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last && last.group === option.group) last.members.push(option)
    else groups.push({ group: option.group, members: [option] })
  }
  return groups
}
