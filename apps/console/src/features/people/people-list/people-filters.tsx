import { listMemberships } from '@greenroom/contract/money/membership/membership.endpoints'
import { listPersonLabels } from '@greenroom/contract/people/people-list/people-list.endpoints'
import type { PeopleAbout } from '@greenroom/contract/people/people-list/people-list.schema'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { useQuiet } from '../../../lib/use-quiet.ts'
import { DayField } from '../../../shared/field/date-field/day-field.tsx'
import { soldLabels } from '../../../shared/money/sold-picker/sold-labels.ts'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import type { Choice } from '../../../shared/record/record-picker/choice-picker.tsx'
import filter from '../../../ui/filter-bar.module.css'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { type FilterChip, FilterChips } from '../../../ui/filter-chips.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { useTypedSearch } from '../../../ui/use-typed-search.ts'
import { peopleListMessages as messages } from './people-list-messages.ts'
import classes from './people-list-page.module.css'
import { isFiltered, noFilters, type PeopleSearch } from './people-search.ts'

// The list is there before its searched filters, whose scripts would make its first load a sixth larger.
const SoldPicker = lazyPart('sold-picker', () =>
  import('../../../shared/money/sold-picker/sold-picker.tsx').then((part) => part.SoldPicker),
)
const SessionPicker = lazyPart('session-picker', () =>
  import('./session-picker.tsx').then((part) => part.SessionPicker),
)

const choicesOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }))
const typeChoices = choicesOf(messages.types)
const accountChoices = choicesOf(messages.accounts)
const attendanceChoices = choicesOf(messages.attendances)
const consentChoices = choicesOf(messages.consents)
const sourceChoices = choicesOf(messages.sources)

/** Of the options of searched filters, in pixels: titles are longer than the fields. */
const listWidth = 320

/** Offers a value of the address also where the list has none like it. */
function withChosen(choices: { value: string; label: string }[], chosen: string | undefined) {
  return chosen === undefined || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: chosen }]
}

/**
 * The filters above the list. A role sees those that it may use.
 * @param onCleared called when filters are gone, and the focus with them
 */
export function PeopleFilters({
  search,
  about,
  onCleared,
  children,
}: {
  search: PeopleSearch
  /** Titles of the session and of the product in the filters. */
  about: PeopleAbout
  onCleared: () => void
  /** What follows the filters. */
  children: ReactNode
}) {
  const { go, filterBy } = useListSearch<PeopleSearch>()
  const seesContacts = useMay('personal.read')
  const seesMoney = useMay('money.read')
  const seesContent = useMay<typeof listMemberships>('content.read')
  const labels = useRead(listPersonLabels, {})
  const memberships = useRead(listMemberships, { query: {} }, { enabled: seesContent })
  const sorts = choicesOf(messages.sorts).filter(({ value }) => value !== 'spent' || seesMoney)
  const clear = (changes: PeopleSearch) => {
    go(changes)
    onCleared()
  }
  const {
    session,
    attendance,
    type,
    membership,
    label,
    source,
    account,
    consent,
    spent,
    from,
    to,
    since,
    until,
    sort,
  } = search
  const set = [
    type,
    search.entity,
    session,
    membership,
    label,
    source,
    account,
    consent,
    spent,
    from,
    to,
    since,
    until,
  ]
  const entity = choiceOf(search.entity, about.entity ?? messages.ofEntity)
  const chosenSession = choiceOf(session, about.session ?? messages.ofSession)
  const findsSold = seesContent && seesMoney && type !== undefined
  return (
    <>
      <FilterBar
        search={
          <SearchField
            isLabelShown
            className={classes.search}
            label={seesContacts ? messages.search : messages.searchNames}
            placeholder={messages.searchPlaceholder}
            value={search.q ?? ''}
            onChange={(text) => filterBy({ q: text }, { replace: true })}
          />
        }
        set={set.filter((one) => one !== undefined).length}
      >
        <FilterSelect
          className={classes.select}
          label={messages.label}
          placeholder={messages.anyLabel}
          data={withChosen(
            (labels.data ?? []).map((value) => ({ value, label: value })),
            label,
          )}
          value={label}
          onChange={(chosen) => filterBy({ label: chosen })}
          searchable
          nothingFoundMessage={messages.noMatches}
        />
        {seesContent && (
          <FilterSelect
            className={classes.select}
            label={messages.membership}
            placeholder={messages.anyMembership}
            data={withChosen(
              (memberships.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
              membership,
            )}
            value={membership}
            onChange={(chosen) => filterBy({ membership: chosen })}
          />
        )}
        {seesMoney && (
          <>
            <FilterSelect
              className={classes.select}
              label={messages.type}
              placeholder={messages.anyType}
              data={typeChoices}
              value={type}
              onChange={(chosen) => filterBy({ type: chosen, entity: undefined })}
            />
            {findsSold && (
              <LatePicker label={soldLabels[type]} current={entity}>
                <SoldPicker
                  key={type}
                  className={classes.select}
                  listWidth={listWidth}
                  type={type}
                  value={search.entity}
                  current={entity}
                  onChange={(chosen) => filterBy({ entity: chosen })}
                />
              </LatePicker>
            )}
            <SpentField
              value={spent ?? ''}
              onChange={(amount) => filterBy({ spent: amount || undefined }, { replace: true })}
            />
            <FilterSelect
              className={classes.select}
              label={messages.source}
              placeholder={messages.anySource}
              data={withChosen(sourceChoices, source)}
              value={source}
              onChange={(chosen) => filterBy({ source: chosen })}
            />
          </>
        )}
        {seesContent && (
          <LatePicker label={messages.session} current={chosenSession}>
            <SessionPicker
              className={classes.select}
              listWidth={listWidth}
              value={session}
              current={chosenSession}
              onChange={(chosen) => filterBy({ session: chosen, attendance: undefined })}
            />
          </LatePicker>
        )}
        {session !== undefined && (
          <FilterSelect
            className={classes.select}
            label={messages.attendance}
            placeholder={messages.anyAttendance}
            data={attendanceChoices}
            value={attendance}
            onChange={(chosen) => filterBy({ attendance: chosen })}
          />
        )}
        <FilterSelect
          className={classes.select}
          label={messages.account}
          placeholder={messages.anyAccount}
          data={accountChoices}
          value={account}
          onChange={(chosen) => filterBy({ account: chosen })}
        />
        <FilterSelect
          className={classes.select}
          label={messages.consent}
          placeholder={messages.anyConsent}
          data={consentChoices}
          value={consent}
          onChange={(chosen) => filterBy({ consent: chosen })}
        />
        {(
          [
            ['from', search.to, undefined],
            ['to', undefined, search.from],
            ['since', search.until, undefined],
            ['until', undefined, search.since],
          ] as const
        ).map(([key, max, min]) => (
          <DayField
            key={key}
            className={classes.day}
            label={messages[key]}
            placeholder={messages.anyDay}
            value={search[key] ?? null}
            {...(min && { min })}
            {...(max && { max })}
            isPast
            onChange={(day) => filterBy({ [key]: day })}
          />
        ))}
        <FilterSelect
          className={classes.select}
          label={messages.sort}
          data={sorts}
          value={sort ?? 'last_seen'}
          allowDeselect={false}
          clearable={false}
          onChange={(chosen) => filterBy({ sort: chosen === 'last_seen' ? undefined : chosen })}
        />
        {isFiltered(search) && (
          <Button variant="subtle" className={filter.button} onClick={() => clear(noFilters)}>
            {messages.clear}
          </Button>
        )}
        {children}
      </FilterBar>
      <FilterChips
        label={messages.otherFilters}
        className={classes.chips}
        chips={chipsOf(
          { entity: findsSold ? undefined : search.entity, session: seesContent ? undefined : session },
          about,
          clear,
        )}
      />
    </>
  )
}

/** A searched filter, whose place and value are shown until its script has come after the list. */
function LatePicker({
  label,
  current,
  children,
}: {
  label: string
  current: Choice | null
  children: ReactNode
}) {
  const isQuiet = useQuiet()
  const place = (
    <FilterSelect
      className={classes.select}
      label={label}
      placeholder={messages.any}
      data={current ? [current] : []}
      value={current?.value}
      onChange={() => {}}
      disabled
    />
  )
  return <PartBoundary fallback={place}>{isQuiet ? children : place}</PartBoundary>
}

function choiceOf(value: string | undefined, label: string): Choice | null {
  return value === undefined ? null : { value, label }
}

/** An amount in rupees, applied when typing pauses. */
function SpentField({ value, onChange }: { value: string; onChange: (amount: string) => void }) {
  const { text, setText, onKeyDown } = useTypedSearch(value, onChange, 300)
  return (
    <NumberField
      className={classes.amount}
      label={messages.spent}
      unit={messages.spentUnit}
      maxLength={14}
      value={text}
      onChange={setText}
      onKeyDown={onKeyDown}
    />
  )
}

/** Filters that a link has set and that have no field, because the role can't search for such records. */
function chipsOf(
  { entity, session }: PeopleSearch,
  about: PeopleAbout,
  clear: (changes: PeopleSearch) => void,
): FilterChip[] {
  return [
    ...(entity === undefined
      ? []
      : [
          {
            key: 'entity',
            name: messages.entity,
            value: about.entity ?? messages.ofEntity,
            onRemove: () => clear({ entity: undefined }),
          },
        ]),
    ...(session === undefined
      ? []
      : [
          {
            key: 'session',
            name: messages.session,
            value: about.session ?? messages.ofSession,
            onRemove: () => clear({ session: undefined, attendance: undefined }),
          },
        ]),
  ]
}
