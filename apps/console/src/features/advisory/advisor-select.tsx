import type { Advisor, AdvisorOfService } from '@greenroom/contract/advisory/advisory.schema'
import { Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type AdvisorChoice, useAdvisorChoices } from './advisor-choices.ts'
import classes from './advisor-select.module.css'
import { advisorMessages, leadMessages } from './advisory-messages.ts'

interface AdvisorSelectProps {
  label: string
  /** Stands there while none is chosen. */
  placeholder: string
  /** The advisor that is chosen; only its id where no more is known. */
  value: Pick<Advisor, '_id' | 'first_name' | 'last_name'> | { _id: string } | null
  onChange: (id: string | null) => void
  /** Whether there may be none. */
  clearable?: boolean
  description?: ReactNode
  /** Advisors that are offered first, under a label of their own; the others follow under theirs. */
  preferred?: { advisors: readonly AdvisorOfService[]; label: string; othersLabel: string } | undefined
  /** A dialog keeps the list to itself; a screen has it beside its content. */
  isInDialog?: boolean
  className?: string
}

/** A choice of one advisor, by name. */
export function AdvisorSelect({
  value,
  onChange,
  clearable = false,
  isInDialog = false,
  preferred,
  className,
  ...rest
}: AdvisorSelectProps) {
  const [text, setText] = useState('')
  const { choices, failed } = useAdvisorChoices(text, value, preferred?.advisors)
  return (
    <Select
      {...rest}
      className={className}
      data={grouped(disambiguated(choices), preferred)}
      value={value?._id ?? null}
      onChange={(id) => onChange(id)}
      allowDeselect={false}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': `${leadMessages.clear} ${rest.label}` }}
      searchable
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={leadMessages.nothingFound}
      error={failed ? advisorMessages.loadFailed : undefined}
      // The list itself scrolls: a scroll area around it would be a region that the keyboard cannot reach.
      withScrollArea={false}
      comboboxProps={isInDialog ? { withinPortal: false } : { portalProps: { target: 'main' } }}
      classNames={{ options: classes.options, input: classes.input }}
    />
  )
}

function grouped(choices: readonly AdvisorChoice[], preferred: AdvisorSelectProps['preferred']) {
  if (!preferred) return choices
  const { label, othersLabel } = preferred
  const ids = new Set(preferred.advisors.map(({ _id }) => _id))
  const groups = [
    { group: label, items: choices.filter(({ value }) => ids.has(value)) },
    { group: othersLabel, items: choices.filter(({ value }) => !ids.has(value)) },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

/** Two advisors may have one name: each then carries the end of its id. */
function disambiguated(choices: readonly AdvisorChoice[]): AdvisorChoice[] {
  const count = new Map<string, number>()
  for (const { label } of choices) count.set(label, (count.get(label) ?? 0) + 1)
  return choices.map(({ value, label }) => ({
    value,
    label: (count.get(label) ?? 0) > 1 ? `${label} (${value.slice(-6)})` : label,
  }))
}
