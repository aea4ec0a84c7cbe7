import type { AdvisorOfService } from '@greenroom/contract/people/advisory/advisory.schema'
import type { ReactNode } from 'react'
import { personName } from '../../../lib/person-name.ts'
import { usePickerSearch } from '../../../shared/record/record-picker/picker-rows.ts'
import { RecordPicker } from '../../../shared/record/record-picker/record-picker.tsx'
import { type NamedAdvisor, useAdvisorName, useAdvisorRows } from './advisor-choices.ts'
import { advisorMessages, leadMessages, serviceMessages } from './advisory-messages.ts'
import { useCreateAdvisor } from './use-create-advisor.tsx'

interface AdvisorSelectProps {
  label: string
  /** Shown while no advisor is selected. */
  placeholder: string
  /** The selected advisor, or only the id if the rest is unknown. */
  value: NamedAdvisor | { _id: string } | null
  onChange: (id: string | null) => void
  /** Whether the selection can be cleared. */
  clearable?: boolean
  description?: ReactNode
  /** Advisors to offer first, in a group of their own. The others follow in theirs. */
  preferred?: { advisors: readonly AdvisorOfService[]; label: string; othersLabel: string } | undefined
  /** Returns a mark of an advisor, for example that they are busy. */
  markOf?: ((id: string) => string | undefined) | undefined
  /** Renders the list inside a dialog; on a screen, beside the content. */
  isInDialog?: boolean
  /** Whether an advisor that is missing can be created, and is then chosen. */
  canCreate?: boolean
  className?: string
}

/** A select for one advisor, by name. */
export function AdvisorSelect({
  value,
  onChange,
  clearable = false,
  isInDialog = false,
  canCreate = false,
  preferred,
  markOf,
  className = '',
  ...rest
}: AdvisorSelectProps) {
  const search = usePickerSearch()
  const label = useAdvisorName(value)
  const { create, dialog } = useCreateAdvisor(({ _id }) => onChange(_id))
  const first = new Set(preferred?.advisors.map(({ _id }) => _id))
  return (
    <>
      <RecordPicker
        {...rest}
        className={`gr-all ${className}`}
        messages={{
          list: serviceMessages.advisors,
          loading: advisorMessages.loading,
          empty: leadMessages.nothingFound,
          failed: advisorMessages.loadFailed,
          clear: `${leadMessages.clear} ${rest.label}`,
        }}
        search={search}
        found={useAdvisorRows(search, preferred?.advisors)}
        optionOf={(advisor) => ({
          id: advisor._id,
          name: personName(advisor),
          detail: advisor.isNamesake ? advisor.email : undefined,
          mark: markOf?.(advisor._id),
          group: preferred && (first.has(advisor._id) ? preferred.label : preferred.othersLabel),
        })}
        chosen={value && { id: value._id, label }}
        onPick={({ _id }) => onChange(_id)}
        {...(clearable ? { onClear: () => onChange(null) } : {})}
        comboboxProps={isInDialog ? { withinPortal: false } : { portalProps: { target: 'main' } }}
        create={canCreate ? create : undefined}
      />
      {dialog}
    </>
  )
}
