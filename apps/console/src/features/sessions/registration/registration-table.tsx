import type { getTransaction } from '@greenroom/contract/money/transaction/transaction.endpoints'
import type { giveBackRegistration } from '@greenroom/contract/sessions/registration/registration.endpoints'
import type { Registration } from '@greenroom/contract/sessions/registration/registration.schema'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatTime } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import { formatPhone } from '../../../lib/phone.ts'
import { OrderId } from '../../../shared/money/order-id/order-id.tsx'
import { PersonLink } from '../../../shared/people/person-link/person-link.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import {
  registrationColumns as headings,
  registrationMessages as messages,
  seatText,
} from './registration-messages.ts'
import classes from './registration-table.module.css'

interface Actions {
  onGiveBack: (registration: Registration) => void
  onRestore: (registration: Registration) => void
  /** Called on hover and focus of Give back: prefetch its question. */
  onIntent: () => void
}

const columns: readonly Column<Registration, Actions>[] = [
  {
    key: 'person',
    heading: headings.person,
    lines: ['60%', '80%'],
    cell: ({ _id, user }) => (
      <>
        <div className="gr-bold gr-ellipsis" title={user.name}>
          <PersonLink
            person={
              user._id === null && user.email === '' && user.phone === '' ? null : `registration.${_id}`
            }
          >
            {user.name}
          </PersonLink>
        </div>
        <div className="gr-fine gr-faint gr-ellipsis" title={user.email}>
          {user.email}
        </div>
      </>
    ),
  },
  {
    key: 'phone',
    heading: headings.phone,
    width: 'clamp(134px, 12cqi, 142px)',
    className: 'gr-nowrap gr-num',
    lines: ['80%'],
    cell: ({ user }) => formatPhone(user.phone),
  },
  {
    key: 'registered',
    heading: headings.registered,
    phoneLabel: 'Registered',
    isTime: true,
    className: 'gr-quiet',
    lines: ['80%'],
    cell: ({ registered_at }) => <Moment at={registered_at} text={formatTime(registered_at)} />,
  },
  {
    key: 'origin',
    heading: headings.origin,
    width: 'clamp(118px, 11cqi, 130px)',
    className: classes.origin,
    lines: ['70%'],
    cell: ({ order }) => <Origin order={order} />,
  },
  {
    key: 'attended',
    heading: headings.attended,
    phoneLabel: headings.attended,
    isTime: true,
    className: 'gr-quiet',
    lines: ['60%', '30%'],
    attributes: ({ attended_at }) => ({ 'data-none': attended_at === null || undefined }),
    cell: ({ attended_at, attended_minutes }) =>
      attended_at === null ? (
        messages.notAttended
      ) : (
        <>
          <Moment at={attended_at} text={formatTime(attended_at)} />
          {attended_minutes !== null && (
            <div className="gr-fine gr-faint">{messages.minutes(attended_minutes)}</div>
          )}
        </>
      ),
  },
  {
    key: 'state',
    heading: headings.state,
    width: 160,
    className: classes.state,
    lines: ['70%'],
    cell: (registration) => {
      const isHeld = registration.given_back_at === null
      return (
        <Badge shape={isHeld ? 'tick' : 'bar'} tone={isHeld ? 'ok' : 'mute'}>
          {seatText(registration)}
        </Badge>
      )
    },
  },
  {
    key: 'actions',
    heading: headings.actions,
    width: 88,
    lines: ['60%'],
    // Only free seats are given back here.
    isEmpty: ({ order }) => order !== null,
    cell: (registration, { onGiveBack, onRestore, onIntent }) =>
      registration.order === null &&
      (registration.given_back_at === null ? (
        <Button
          variant="subtle"
          size="xs"
          aria-haspopup="dialog"
          aria-label={messages.giveBackOf(registration.user.name)}
          onPointerEnter={onIntent}
          onFocus={onIntent}
          onClick={() => onGiveBack(registration)}
        >
          {messages.giveBack}
        </Button>
      ) : (
        <Button
          variant="subtle"
          size="xs"
          aria-label={messages.restoreOf(registration.user.name)}
          onClick={() => onRestore(registration)}
        >
          {messages.restore}
        </Button>
      )),
  },
]
/** Who registered for a session (OQ-433). */
export const RegistrationTable = recordTable({
  label: messages.tableLabel,
  loading: messages.loading,
  className: classes.table,
  columns,
  keyOf: ({ _id }) => _id,
  // A role that includes none of the actions has no column for them.
  useHidden: () => (useMay<typeof giveBackRegistration>('content.write') ? [] : ['actions']),
})

function Origin({ order }: Pick<Registration, 'order'>) {
  const mayOpen = useMay<typeof getTransaction>('money.read')
  if (order === null) return <span className="gr-quiet">{messages.free}</span>
  const reference = <OrderId reference={order.reference_order_id} />
  if (!mayOpen) return reference
  return (
    <Link {...paths.transaction(order._id)} className={classes.link} aria-label={order.reference_order_id}>
      {reference}
    </Link>
  )
}
