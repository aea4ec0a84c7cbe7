import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { ReactNode } from 'react'
import { ChoiceSelect } from '../../../ui/choice-select.tsx'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { accountChoices } from './account-availability.ts'
import { useAvailability } from './use-availability.ts'

interface MeetingAccountSelectProps {
  value: MeetingAccount | null
  onChange: (account: MeetingAccount) => void
  onBlur?: () => void
  /** ISO 8601; null while empty. */
  start: string | null
  end: string | null
  /** The account of the record, which is also offered. */
  stored?: MeetingAccount | null
  /** The record's id, because it does not clash with itself. */
  except?: string
  error?: ReactNode
  required?: boolean
}

/** A select for the meeting account that says whether it is free at the chosen time (LIM-08, OQ-112). */
export function MeetingAccountSelect({
  value,
  onChange,
  start,
  end,
  stored = null,
  except,
  error,
  ...rest
}: MeetingAccountSelectProps) {
  const choices = accountChoices(stored ?? value)
  const availability = useAvailability({ start, end, except }, value, choices)

  return (
    <ChoiceSelect
      {...rest}
      label="Zoom account"
      placeholder="Choose an account"
      data={choices}
      value={value}
      onChange={(picked) => {
        const account = choices.find((choice) => choice === picked)
        if (account) onChange(account)
      }}
      error={error}
      description={
        availability && !error ? (
          <FieldHint tone={availability.tone} lines={2}>
            {availability.text}
          </FieldHint>
        ) : undefined
      }
    />
  )
}
