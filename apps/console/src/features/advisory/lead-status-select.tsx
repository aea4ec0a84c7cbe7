import { type LeadStatus, leadStatuses } from '@greenroom/contract/advisory/advisory.schema'
import { Combobox, useCombobox } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { StatusGlyph } from '../../ui/status-glyph.tsx'
import { leadWords } from './advisory-messages.ts'
import { leadGlyphs, statusWords } from './lead-status.ts'
import classes from './lead-status-select.module.css'

interface LeadStatusSelectProps {
  /** The lead's CRM reference ID, for its name. */
  reference: string
  value: LeadStatus
  onChange: (status: LeadStatus) => void
}

/**
 * The status of a lead, changed in its place (ADV-07, ADV-12): it looks like text until a pointer or the focus is on it.
 * Arrow keys, Enter and the first letter work as in the system's own choice fields, and the focus stays in the table.
 */
export function LeadStatusSelect({ reference, value, onChange }: LeadStatusSelectProps) {
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.selectActiveOption(),
    onDropdownClose: () => combobox.resetSelectedOption(),
  })

  const choose = (chosen: string) => {
    combobox.closeDropdown()
    const status = leadStatuses.find((one) => one === chosen)
    // Choosing what it is already changes nothing (OQ-095).
    if (status && status !== value) onChange(status)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!/^[a-z]$/i.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    combobox.openDropdown()
    const from = combobox.dropdownOpened ? combobox.getSelectedOptionIndex() : leadStatuses.indexOf(value)
    const next = nextBeginning(event.key, from)
    if (next !== undefined) combobox.selectOption(next)
  }

  return (
    <Combobox
      store={combobox}
      position="bottom-end"
      width={244}
      offset={4}
      onOptionSubmit={choose}
      transitionProps={{ duration: 0 }}
      // Beside the table, which would cut it off, and still within the screen's landmark.
      portalProps={{ target: 'main' }}
    >
      <Combobox.Target targetType="button" withExpandedAttribute>
        <button
          type="button"
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
          aria-label={leadWords.statusOf(reference)}
          className={classes.button}
          data-open={combobox.dropdownOpened || undefined}
          onClick={() => combobox.toggleDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
        >
          <StatusGlyph {...leadGlyphs[value]} />
          {statusWords(value)}
          <IconChevronDown size={13} stroke={2} className="gr-faint" aria-hidden="true" />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown}>
        <Combobox.Options className={classes.options} aria-label={leadWords.statusOf(reference)}>
          {leadStatuses.map((status) => (
            <Combobox.Option
              key={status}
              value={status}
              active={status === value}
              aria-selected={status === value}
              className={classes.option}
            >
              <StatusGlyph {...leadGlyphs[status]} />
              {statusWords(status)}
              {status === value && (
                <IconCheck size={14} stroke={2} className={classes.tick} aria-hidden="true" />
              )}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** The next status after a place, round the end, that begins with a letter. */
function nextBeginning(letter: string, from: number): number | undefined {
  const count = leadStatuses.length
  return Array.from({ length: count }, (_, step) => (from + 1 + step + count) % count).find((place) =>
    leadStatuses[place]?.startsWith(letter.toUpperCase()),
  )
}
