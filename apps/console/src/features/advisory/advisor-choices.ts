import { listAdvisors } from '@greenroom/contract/advisory/advisory.endpoints'
import type { Advisor } from '@greenroom/contract/advisory/advisory.schema'
import { largestPage } from '@greenroom/contract/list'
import { useDebouncedValue } from '@mantine/hooks'
import { useRead } from '../../lib/api/hooks.ts'
import { personName } from '../../lib/person-name.ts'

/** An advisor to choose. */
export interface AdvisorChoice {
  value: string
  label: string
}

type Named = Pick<Advisor, '_id' | 'first_name' | 'last_name'>

/**
 * The advisors to choose from. There may be more than one answer holds: then what is typed is searched for among the
 * e-mail addresses as well (OQ-091).
 * @param text what was typed into the field
 * @param current the one that is chosen, offered whatever was found
 * @param others more advisors that are offered whatever was found
 */
export function useAdvisorChoices(
  text: string,
  current: Named | { _id: string } | null,
  others: readonly Named[] = [],
) {
  const all = useRead(listAdvisors, { query: {} })
  const [email] = useDebouncedValue(text.trim(), 300)
  const isCut = (all.data?.length ?? 0) >= largestPage
  const searched = useRead(listAdvisors, { query: { email } }, { enabled: isCut && email !== '' })

  const choices = new Map<string, AdvisorChoice>()
  const add = (advisor: Named) => choices.set(advisor._id, { value: advisor._id, label: personName(advisor) })
  for (const advisor of all.data ?? []) add(advisor)
  if (isCut) for (const advisor of searched.data ?? []) add(advisor)
  for (const advisor of others) add(advisor)
  if (current && !choices.has(current._id)) {
    if ('first_name' in current) add(current)
    // An address can name an advisor that nobody knows: the filter is set all the same.
    else if (all.data) choices.set(current._id, { value: current._id, label: current._id })
  }
  const sorted = [...choices.values()].sort((a, b) => a.label.localeCompare(b.label, 'en'))
  return { choices: sorted, failed: all.isError }
}
