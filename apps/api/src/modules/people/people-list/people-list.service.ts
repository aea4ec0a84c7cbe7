import type { Permission } from '@greenroom/contract/access/permission'
import { dayIn, endOfDay, startOfDay } from '@greenroom/contract/calendar-day'
import type { QueryOf } from '@greenroom/contract/endpoint'
import type { listPeople as listEndpoint } from '@greenroom/contract/people/people-list/people-list.endpoints'
import {
  filterPermissions,
  type ListedPerson,
  type PeopleAbout,
  type PeopleFilters,
} from '@greenroom/contract/people/people-list/people-list.schema'
import { plainPhone } from '@greenroom/contract/phone'
import {
  hasAll,
  requirePersonalSearch,
  seesPersonalData,
} from '../../../platform/access/require-permission.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import { requirePeople } from '../person/person.service.ts'
import { exportColumns, presentPerson } from './people-list.presenter.ts'
import {
  countExported,
  countPeople,
  exportStatement,
  listPeople,
  type PeopleFilter,
  type PersonSearch,
  titlesOf,
} from './people-list.repository.ts'

export type PeopleListService = ReturnType<typeof createPeopleList>

/** The list of people (OQ-732 to OQ-734). */
export function createPeopleList({ timeZone }: { timeZone: string }) {
  function refuseHidden({ actor }: Call, filters: Partial<PeopleFilters>, path: string): void {
    requirePeople(actor)
    const search = searchOf(filters.q)
    // A search would tell what the mask hides.
    if (search && !('name' in search)) requirePersonalSearch(actor, `${path}q`)
    const needed: [name: string, permission: Permission][] = Object.entries(filterPermissions).filter(
      ([name]) => filters[name as keyof typeof filterPermissions] !== undefined,
    )
    if (filters.sort === 'spent') needed.push(['sort', 'money.read'])
    for (const [name, permission] of needed) {
      if (hasAll(actor, [permission])) continue
      const message = 'Your role does not allow this filter.'
      throw new AppError('FORBIDDEN', message, { errors: [{ path: `${path}${name}`, message }] })
    }
  }

  /** Returns the filter; null if it matches nobody, because an id is none. */
  function filterOf(call: Call, filters: Partial<PeopleFilters>): PeopleFilter | null {
    const { membership_id, entity_type, entity_id, session_id, attendance, label, source, consent } = filters
    if ([membership_id, entity_id, session_id].some((id) => id !== undefined && !isRecordId(id))) return null
    const lower = (id: string) => id.toLowerCase()
    const marks: PeopleFilter['marks'] = []
    if (entity_id !== undefined) marks.push({ kind: 'bought', value: lower(entity_id) })
    if (entity_type !== undefined) marks.push({ kind: 'bought', value: entity_type })
    if (session_id !== undefined && attendance !== 'absent') {
      marks.push({ kind: attendance === 'came' ? 'came' : 'seat', value: lower(session_id) })
    }
    if (label) marks.push({ kind: 'label', value: label.normalize('NFC') })
    if (consent) marks.push({ kind: 'consent', value: consent })
    if (source) marks.push({ kind: 'source', value: source })
    const until = (day: string | undefined) => day && new Date(endOfDay(day, timeZone).getTime() + 1)
    const from = (day: string | undefined) => day && startOfDay(day, timeZone)
    return {
      search: searchOf(filters.q),
      marks,
      membership: membership_id === undefined ? undefined : { id: lower(membership_id), now: call.now },
      missed: session_id !== undefined && attendance === 'absent' ? lower(session_id) : undefined,
      hasAccount: filters.account === undefined ? undefined : filters.account === 'yes',
      spentFrom: filters.spent_from === undefined ? undefined : Number(filters.spent_from),
      seenFrom: from(filters.seen_from) || undefined,
      seenUntil: until(filters.seen_to) || undefined,
      sinceFrom: from(filters.since_from) || undefined,
      sinceUntil: until(filters.since_to) || undefined,
    }
  }

  return {
    /**
     * Lists a page of people. The first one counts them.
     * @throws AppError FORBIDDEN
     */
    async list(
      call: Call,
      { limit, after, sort, ...filters }: QueryOf<typeof listEndpoint>,
    ): Promise<{ people: ListedPerson[]; total: number | null; next: string | null; about: PeopleAbout }> {
      refuseHidden(call, { ...filters, sort }, '')
      const filter = filterOf(call, filters)
      const nothing = { session: null, entity: null }
      if (filter === null) return { people: [], total: 0, next: null, about: nothing }
      const [position = '', id = ''] = after?.split('_') ?? []
      // One more than asked for tells whether there is a next page.
      const rows = await listPeople(call.db, filter, {
        sort,
        limit: limit + 1,
        after: after === undefined ? undefined : { position, id },
        now: call.now,
      })
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      const hasMore = rows.length > limit
      const withMemberships = hasAll(call.actor, ['content.read'])
      return {
        people: shown.map((row) => presentPerson(row, { withMemberships })),
        total: after !== undefined ? null : hasMore ? await countPeople(call.db, filter) : shown.length,
        next: hasMore && last ? `${last.position}_${last.person_id}` : null,
        about:
          filters.session_id === undefined && filters.entity_id === undefined
            ? nothing
            : await titlesOf(call.db, { session: filters.session_id, entity: filters.entity_id }),
      }
    },

    /**
     * Prepares the export of exactly the people that the list has with these filters.
     * @throws AppError FORBIDDEN as the list
     */
    async prepareExport(call: Call, { filters }: { filters: PeopleFilters }) {
      refuseHidden(call, filters, 'filters.')
      const filter = filterOf(call, filters) ?? { marks: [], spentFrom: Number.MAX_SAFE_INTEGER }
      const shown = {
        timeZone,
        withMoney: hasAll(call.actor, ['money.read']),
        withMemberships: hasAll(call.actor, ['content.read']),
      }
      return {
        fileName: `people-${dayIn(call.now, timeZone)}`,
        rowsTotal: await countExported(call.db, filter),
        work: {
          kind: 'table' as const,
          sheet: 'People',
          columns: exportColumns(shown),
          statement: exportStatement(call.db, filter, {
            ...shown,
            sort: filters.sort,
            now: call.now,
            isMasked: !seesPersonalData(call.actor),
          }),
        },
      }
    },
  }
}

/** Tells what a text looks for. */
function searchOf(typed: string = ''): PersonSearch | undefined {
  const text = typed.trim().replace(/\s+/g, ' ')
  if (text === '') return undefined
  if (text.includes('@')) return { email: text }
  const phone = plainPhone(text)
  const phoneEnd = phone.replace(/[^0-9]/g, '')
  return phoneEnd === '' || /\p{L}/u.test(text) ? { name: text } : { phoneEnd, phone }
}
