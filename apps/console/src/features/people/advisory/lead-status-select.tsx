import { type LeadStatus, leadStatuses } from '@greenroom/contract/lead-status'
import type { updateLead } from '@greenroom/contract/people/advisory/advisory.endpoints'
import { Combobox, useCombobox } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { useMay } from '../../../lib/api/permissions.ts'
import { isModified } from '../../../ui/keys.ts'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { leadMessages } from './advisory-messages.ts'
import { leadGlyphs, leadStatusLabel, typedStatus } from './lead-status.ts'
import classes from './lead-status-select.module.css'

interface LeadStatusSelectProps {
  /** CRM reference ID of the lead, for the accessible name. */
  reference: string
  value: LeadStatus
  onChange: (status: LeadStatus) => void
  /** Shown in place of the status, where a heading says it. */
  text?: string
  /** Renders the list inside the dialog, and the button as a field. */
  isInDialog?: boolean
}

/** Letters typed within this time belong together, in milliseconds. */
const typingPauseMs = 1000

/**
 * Edits the status of a lead in the table (ADV-07, ADV-12) and in its dialog. In the table it looks like text until
 * hovered or focused, and it is text without the permission. Arrow keys, Enter and typed letters work as in a native select, and the focus stays on it.
 */
export function LeadStatusSelect({
  reference,
  value,
  onChange,
  text,
  isInDialog = false,
}: LeadStatusSelectProps) {
  const mayChange = useMay<typeof updateLead>('advisory.write')
  const typing = useRef({ text: '', at: 0 })
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.selectActiveOption(),
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      typing.current = { text: '', at: 0 }
    },
  })

  const choose = (chosen: string) => {
    combobox.closeDropdown()
    const status = leadStatuses.find((one) => one === chosen)
    // Selecting the current status does nothing (OQ-095).
    if (status && status !== value) onChange(status)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isOpen = combobox.dropdownOpened
    if (isModified(event.nativeEvent) || !/^[a-z]$/i.test(event.key)) return
    const earlier = event.timeStamp - typing.current.at < typingPauseMs ? typing.current.text : ''
    const typed = earlier + event.key
    const from = isOpen ? combobox.getSelectedOptionIndex() : leadStatuses.indexOf(value)
    const place = typedStatus(typed, from)
    // A letter that selects nothing can be a key of the dialog.
    if (place === undefined && !isOpen) return
    event.preventDefault()
    typing.current = { text: typed, at: event.timeStamp }
    combobox.openDropdown()
    if (place !== undefined) combobox.selectOption(place)
  }

  if (!mayChange) {
    return (
      <span className={classes.plain}>
        <StatusGlyph {...leadGlyphs[value]} />
        {leadStatusLabel(value)}
      </span>
    )
  }
  return (
    <Combobox
      store={combobox}
      position={isInDialog ? 'bottom-start' : 'bottom-end'}
      width={244}
      offset={4}
      onOptionSubmit={choose}
      transitionProps={{ duration: 0 }}
      // Outside the table, which would clip it, but inside the main landmark; in a dialog inside its focus trap.
      {...(isInDialog ? { withinPortal: false } : { portalProps: { target: 'main' } })}
    >
      <Combobox.Target targetType="button" withExpandedAttribute>
        <button
          type="button"
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
          aria-label={leadMessages.statusOf(reference)}
          className={classes.button}
          data-open={combobox.dropdownOpened || undefined}
          data-field={isInDialog || undefined}
          data-quiet={text !== undefined || undefined}
          onClick={() => combobox.toggleDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
        >
          {text === undefined && <StatusGlyph {...leadGlyphs[value]} />}
          {text ?? leadStatusLabel(value)}
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
