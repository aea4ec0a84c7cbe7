import { largestPage } from '@greenroom/contract/list'
import { listAdvisors } from '@greenroom/contract/people/advisory/advisory.endpoints'
import type { Advisor, AdvisorOfService } from '@greenroom/contract/people/advisory/advisory.schema'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { personName } from '../../../lib/person-name.ts'
import { isFound } from '../../../lib/searched-text.ts'
import {
  moreNote,
  type PickerRows,
  type PickerSearch,
} from '../../../shared/record/record-picker/picker-rows.ts'

export type NamedAdvisor = Pick<Advisor, '_id' | 'first_name' | 'last_name'> & { email?: string }

/** Returns the name of an advisor; the id if it is unknown, and an empty text while it loads. */
export function useAdvisorName(advisor: NamedAdvisor | { _id: string } | null): string {
  const all = useRead(listAdvisors, { query: {} })
  if (advisor === null) return ''
  if ('first_name' in advisor) return personName(advisor)
  const found = all.data?.find(({ _id }) => _id === advisor._id)
  return found ? personName(found) : all.data ? advisor._id : ''
}

/**
 * Returns the advisors to choose from, sorted by name. If there are more than one response contains, the text is also
 * searched among e-mail addresses (OQ-091).
 * @param preferred advisors to offer first
 */
export function useAdvisorRows(
  { typed, text, isOpen }: PickerSearch,
  preferred: readonly AdvisorOfService[] = [],
): PickerRows<NamedAdvisor & { isNamesake: boolean }> {
  const all = useRead(listAdvisors, { query: {} })
  const isCut = (all.data?.length ?? 0) >= largestPage
  const maySearch = useMay('personal.read')
  const isSearched = maySearch && isCut && isOpen && text !== ''
  const searched = useRead(
    listAdvisors,
    { query: { email: text } },
    { enabled: isSearched, keepPrevious: false },
  )

  const first = new Set(preferred.map(({ _id }) => _id))
  const known: NamedAdvisor[] = [
    ...preferred,
    ...(all.data ?? []),
    ...(isSearched ? (searched.data ?? []) : []),
  ]
  const advisors = [...new Map(known.map((advisor) => [advisor._id, advisor])).values()]
  const count = new Map<string, number>()
  for (const advisor of advisors) count.set(personName(advisor), (count.get(personName(advisor)) ?? 0) + 1)
  const rows = advisors
    .filter((advisor) => isFound(`${personName(advisor)} ${advisor.email ?? ''}`, typed))
    .sort(
      (a, b) =>
        Number(first.has(b._id)) - Number(first.has(a._id)) ||
        personName(a).localeCompare(personName(b), 'en'),
    )
    .map((advisor) => ({ ...advisor, isNamesake: (count.get(personName(advisor)) ?? 0) > 1 }))
  const isWaiting = isCut && typed !== '' && rows.length === 0 && (typed !== text || searched.isFetching)
  return {
    rows: all.data && !isWaiting ? rows : undefined,
    error: all.data ? null : all.error,
    retry: () => void all.refetch(),
    note: isCut && typed === '' ? moreNote(largestPage) : undefined,
  }
}
