import type { ListedPerson } from '@greenroom/contract/people/people-list/people-list.schema'
import { formatTime } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { formatPhone } from '../../../lib/phone.ts'
import { PersonLink } from '../../../shared/people/person-link/person-link.tsx'
import { useHiddenColumns } from '../../../shared/record/columns/use-hidden-columns.ts'
import { RowMenu } from '../../../shared/record/row-menu/row-menu.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { type Column, choosableColumns, recordTable } from '../../../ui/record-table.tsx'
import { opensOnClick } from '../../../ui/row-click.ts'
import { peopleColumns as headings, peopleListMessages as messages } from './people-list-messages.ts'
import classes from './people-table.module.css'

interface Context {
  onOpen: (person: ListedPerson) => void
  /** Called on hover of a row: prefetch the script of the page. */
  onIntent: () => void
  /** Undefined for roles that may not label people. */
  onLabels: ((person: ListedPerson) => void) | undefined
}

/** What a person is called, also where there is no name. */
export function nameOf({ name, email, phone }: ListedPerson): string {
  return name || email || phone || messages.unnamed
}

/** A phone leaves out what is empty. */
const noneIf = (isEmpty: boolean) => ({ 'data-none': isEmpty || undefined })
const dash = <span className="gr-faint">{messages.none}</span>

const columns: readonly Column<ListedPerson, Context>[] = [
  {
    key: 'name',
    heading: headings.name,
    className: `gr-bold ${classes.name}`,
    isRowHeading: true,
    lines: ['70%'],
    cell: (person) => (
      <>
        <PersonLink person={person.person} className={classes.text}>
          {nameOf(person)}
        </PersonLink>
        {!person.has_account && <span className={classes.note}>{messages.noAccount}</span>}
      </>
    ),
  },
  {
    key: 'email',
    heading: headings.email,
    width: 'var(--email)',
    className: classes.email,
    isChoosable: true,
    lines: ['80%'],
    attributes: ({ email }) => ({ title: email || undefined, ...noneIf(email === '') }),
    cell: ({ email }) => email || dash,
  },
  {
    key: 'phone',
    heading: headings.phone,
    width: 'var(--phone)',
    className: `gr-num ${classes.phone}`,
    isChoosable: true,
    lines: ['90%'],
    cell: ({ phone }) => (phone ? formatPhone(phone) : dash),
  },
  {
    key: 'labels',
    heading: headings.labels,
    width: 'var(--labels)',
    className: classes.labels,
    isChoosable: true,
    lines: ['60%'],
    attributes: ({ labels }) => ({ title: labels.join(', ') || undefined, ...noneIf(labels.length === 0) }),
    cell: ({ labels }) =>
      labels.length === 0 ? (
        dash
      ) : (
        <span className={classes.tags}>
          {labels.map((label) => (
            <Badge key={label}>{label}</Badge>
          ))}
        </span>
      ),
  },
  {
    key: 'memberships',
    heading: headings.memberships,
    width: 'var(--memberships)',
    className: `gr-quiet ${classes.memberships}`,
    isChoosable: true,
    lines: ['60%'],
    isEmpty: ({ memberships }) => memberships === undefined,
    attributes: ({ memberships = [] }) => ({
      title: memberships.map(({ name }) => name).join(', ') || undefined,
      ...noneIf(memberships.length === 0),
    }),
    cell: ({ memberships = [] }) =>
      memberships.length === 0 ? (
        dash
      ) : (
        <span className={classes.text}>{memberships.map(({ name }) => name).join(', ')}</span>
      ),
  },
  {
    key: 'orders',
    heading: headings.orders,
    phoneLabel: headings.orders,
    width: 'var(--orders)',
    className: `gr-num ${classes.orders}`,
    isRight: true,
    isChoosable: true,
    lines: ['50%'],
    isEmpty: ({ orders }) => orders === undefined,
    cell: ({ orders }) => orders ?? '',
  },
  {
    key: 'spent',
    heading: headings.spent,
    width: 'var(--spent)',
    className: `gr-num ${classes.spent}`,
    isRight: true,
    isChoosable: true,
    lines: ['70%'],
    isEmpty: ({ spent }) => spent === undefined,
    cell: ({ spent = [] }) =>
      spent.length === 0
        ? dash
        : spent.map(({ currency_code: currency, amount }) => (
            <span key={currency} className={classes.sum}>
              {formatMoney(amount, currency)}
            </span>
          )),
  },
  {
    key: 'lastSeen',
    heading: headings.lastSeen,
    phoneLabel: headings.lastSeen,
    isTime: true,
    className: `gr-quiet ${classes.date}`,
    isChoosable: true,
    lines: ['90%'],
    cell: ({ first_seen, last_seen }) => (
      <>
        <Moment at={last_seen} text={formatTime(last_seen)} />
        <span className={classes.note}>{messages.firstSeen(formatTime(first_seen))}</span>
      </>
    ),
  },
  {
    key: 'actions',
    heading: headings.actions,
    width: 52,
    lines: ['24px'],
    cell: (person, { onOpen, onLabels }) => (
      <RowMenu
        of={nameOf(person)}
        actions={[
          { label: messages.open, onClick: () => onOpen(person) },
          ...(onLabels ? [{ label: messages.editLabels, onClick: () => onLabels(person) }] : []),
        ]}
      />
    ),
  },
]
/** The columns that can be hidden; the name always shows. */
export const choosablePeopleColumns = choosableColumns(columns)

/** The table of people. A click anywhere in a row opens the person. */
export const PeopleTable = recordTable({
  label: messages.tableLabel,
  loading: messages.loading,
  className: classes.table,
  columns,
  keyOf: ({ person }) => person,
  rowAttributes: (person, { onOpen, onIntent }) => opensOnClick(() => onOpen(person), onIntent),
  useHidden,
})

function useHidden(): readonly string[] {
  return useHiddenColumns('people', Object.keys(choosablePeopleColumns)).hidden
}
