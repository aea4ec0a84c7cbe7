import { type LeadStatus, leadStatuses } from '@greenroom/contract/advisory/advisory.schema'
import { Combobox, useCombobox } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { StatusGlyph } from '../../ui/status-glyph.tsx'
import { leadMessages } from './advisory-messages.ts'
import { leadGlyphs, leadStatusLabel } from './lead-status.ts'
import classes from './lead-status-select.module.css'

interface LeadStatusSelectProps {
  /** CRM reference ID of the lead, for the accessible name. */
  reference: string
  value: LeadStatus
  onChange: (status: LeadStatus) => void
}

/**
 * Edits the status of a lead in the table (ADV-07, ADV-12). It looks like text until hovered or focused. Arrow keys,
 * Enter and the first letter work as in a native select, and the focus stays in the table.
 */
export function LeadStatusSelect({ reference, value, onChange }: LeadStatusSelectProps) {
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.selectActiveOption(),
    onDropdownClose: () => combobox.resetSelectedOption(),
  })

  const choose = (chosen: string) => {
    combobox.closeDropdown()
    const status = leadStatuses.find((one) => one === chosen)
    // Selecting the current status does nothing (OQ-095).
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
      // Outside the table, which would clip it, but inside the main landmark.
      portalProps={{ target: 'main' }}
    >
      <Combobox.Target targetType="button" withExpandedAttribute>
        <button
          type="button"
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
          aria-label={leadMessages.statusOf(reference)}
          className={classes.button}
          data-open={combobox.dropdownOpened || undefined}
          onClick={() => combobox.toggleDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
        >
          <StatusGlyph {...leadGlyphs[value]} />
          {leadStatusLabel(value)}
          <IconChevronDown size={13} stroke={2} className="gr-faint" aria-hidden="true" />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown}>
        <Combobox.Options className={classes.options} aria-label={leadMessages.statusOf(reference)}>
          {leadStatuses.map((status) => (
            <Combobox.Option
              key={status}
              value={status}
              active={status === value}
              aria-selected={status === value}
              className={classes.option}
            >
              <StatusGlyph {...leadGlyphs[status]} />
              {leadStatusLabel(status)}
              {status === value && <IconCheck size={14} stroke={2} className="gr-push" aria-hidden="true" />}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** Returns the next status after an index that begins with a letter, wrapping around. */
function nextBeginning(letter: string, from: number): number | undefined {
  const count = leadStatuses.length
  return Array.from({ length: count }, (_, step) => (from + 1 + step + count) % count).find((place) =>
    leadStatuses[place]?.startsWith(letter.toUpperCase()),
  )
}
