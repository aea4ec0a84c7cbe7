import { listAdvisors } from '@greenroom/contract/advisory/advisory.endpoints'
import type { AdvisorOfService } from '@greenroom/contract/advisory/advisory.schema'
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { failureHelp } from '../../lib/api/api-error.ts'
import { useRead } from '../../lib/api/hooks.ts'
import { personName } from '../../lib/person-name.ts'
import { Spinner } from '../../ui/spinner.tsx'
import classes from './advisor-search.module.css'
import { serviceMessages } from './advisory-messages.ts'

interface AdvisorSearchProps {
  /** Those who are there already: they are not offered again (OQ-091). */
  except: readonly { _id: string }[]
  onPick: (advisor: AdvisorOfService) => void
}

const debounceMs = 300
const retryOption = 'retry'

/** A field that finds advisors by their e-mail address while typing; what is picked is added, and the field is empty again. */
export function AdvisorSearch({ except, onPick }: AdvisorSearchProps) {
  const listLabel = useId()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [text, setText] = useState('')
  const wanted = text.trim()
  const [searched] = useDebouncedValue(wanted, debounceMs)
  const isAsked = wanted !== '' && searched !== ''
  const advisors = useRead(listAdvisors, { query: { email: searched } }, { enabled: isAsked })
  const isSearching = advisors.isFetching || wanted !== searched
  const taken = new Set(except.map(({ _id }) => _id))
  const found = isAsked ? (advisors.data ?? []).filter(({ _id }) => !taken.has(_id)) : []

  // Another list has other rows: the mark on a row of the old one would pick the wrong advisor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new list is what takes the mark away
  useEffect(() => combobox.resetSelectedOption(), [advisors.data])

  const pick = (id: string) => {
    if (id === retryOption) return void advisors.refetch()
    const advisor = found.find(({ _id }) => _id === id)
    if (!advisor) return
    const { _id, first_name, last_name, email } = advisor
    onPick({ _id, first_name, last_name, email })
    setText('')
    combobox.closeDropdown()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter picks; it must not send the form around it.
    if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() !== -1) return
    event.preventDefault()
    const [only, another] = found
    if (only && !another && !isSearching) pick(only._id)
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={pick}
      transitionProps={{ duration: 0 }}
      portalProps={{ target: 'main' }}
      // The list grows after it is opened: the side that held one line may not hold all of it.
      preventPositionChangeWhenVisible={false}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={serviceMessages.search}
          placeholder={serviceMessages.searchPlaceholder}
          autoComplete="off"
          spellCheck={false}
          inputMode="email"
          value={text}
          leftSection={<IconSearch size={15} stroke={1.5} aria-hidden="true" />}
          rightSection={combobox.dropdownOpened && isSearching ? <Spinner /> : null}
          onChange={(event) => {
            setText(event.currentTarget.value)
            if (event.currentTarget.value.trim() === '') combobox.closeDropdown()
            else combobox.openDropdown()
          }}
          onFocus={() => wanted !== '' && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown} hidden={wanted === ''}>
        <span id={listLabel} hidden>
          {serviceMessages.advisors}
        </span>
        <div role="status">
          {isAsked && advisors.isError ? (
            <p className={classes.message} data-failed>
              {serviceMessages.searchFailed} {failureHelp(advisors.error)}
            </p>
          ) : !isAsked || advisors.isPending ? (
            <p className={classes.message}>{serviceMessages.searching}</p>
          ) : (
            found.length === 0 && !isSearching && <p className={classes.message}>{serviceMessages.noMatch}</p>
          )}
        </div>
        <Combobox.Options labelledBy={listLabel} className={classes.list}>
          {!advisors.isError &&
            found.map((advisor) => (
              <Combobox.Option
                key={advisor._id}
                value={advisor._id}
                aria-selected={false}
                className={classes.option}
              >
                <span className={classes.name}>{personName(advisor)}</span>
                <span className={classes.email} title={advisor.email}>
                  {advisor.email}
                </span>
              </Combobox.Option>
            ))}
          {isAsked && advisors.isError && (
            <Combobox.Option value={retryOption} aria-selected={false} className={classes.option}>
              <span className={classes.name}>{serviceMessages.retry}</span>
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
