import type { giveBackRegistration } from '@greenroom/contract/registration/registration.endpoints'
import type { Registration } from '@greenroom/contract/registration/registration.schema'
import type { getTransaction } from '@greenroom/contract/transaction/transaction.endpoints'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../lib/api/permissions.ts'
import { formatTime } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { formatPhone } from '../../lib/phone.ts'
import { OrderId } from '../../shared/order-id/order-id.tsx'
import { PersonLink } from '../../shared/person-link/person-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx'
import { registrationMessages as messages, registrationColumns, seatText } from './registration-messages.ts'
import classes from './registration-table.module.css'

interface RegistrationTableProps {
  rows: readonly Registration[]
  onGiveBack: (registration: Registration) => void
  onRestore: (registration: Registration) => void
  /** Called on hover and focus of Give back: prefetch its question. */
  onIntent: () => void
}

/** Who registered for a session (OQ-433). */
export function RegistrationTable({ rows, onGiveBack, onRestore, onIntent }: RegistrationTableProps) {
  const mayWrite = useMay<typeof giveBackRegistration>('content.write')
  return (
    <DataTable
      label={messages.tableLabel}
      className={classes.table}
      columns={mayWrite ? columns : columns.slice(0, -1)}
    >
      {rows.map((registration) => {
        const { _id, user, attended_at, attended_minutes, registered_at } = registration
        const isHeld = registration.given_back_at === null
        return (
          <tr key={_id} data-record={_id}>
            <td className={classes.person}>
              <div className={classes.name} title={user.name}>
                <PersonLink person={user._id === null && user.email === '' ? null : `registration.${_id}`}>
                  {user.name}
                </PersonLink>
              </div>
              <div className={classes.email} title={user.email}>
                {user.email}
              </div>
            </td>
            <td className={classes.phone}>{formatPhone(user.phone)}</td>
            <td className={classes.registered}>
              <time dateTime={registered_at}>{formatTime(registered_at)}</time>
            </td>
            <td className={classes.origin}>
              <Origin order={registration.order} />
            </td>
            <td className={classes.attended} data-none={attended_at === null || undefined}>
              {attended_at === null ? (
                messages.notAttended
              ) : (
                <>
                  <time dateTime={attended_at}>{formatTime(attended_at)}</time>
                  {attended_minutes !== null && (
                    <div className="gr-fine gr-faint">{messages.minutes(attended_minutes)}</div>
                  )}
                </>
              )}
            </td>
            <td className={classes.state}>
              <Badge shape={isHeld ? 'tick' : 'bar'} tone={isHeld ? 'ok' : 'mute'}>
                {seatText(registration)}
              </Badge>
            </td>
            {mayWrite && (
              <td className={classes.actions}>
                {registration.order === null &&
                  (isHeld ? (
                    <Button
                      variant="subtle"
                      size="xs"
                      aria-haspopup="dialog"
                      aria-label={messages.giveBackOf(user.name)}
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
                      aria-label={messages.restoreOf(user.name)}
                      onClick={() => onRestore(registration)}
                    >
                      {messages.restore}
                    </Button>
                  ))}
              </td>
            )}
          </tr>
        )
      })}
    </DataTable>
  )
}

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

/** The skeleton of the table. */
export function RegistrationTableSkeleton({ count }: { count: number }) {
  const mayWrite = useMay<typeof giveBackRegistration>('content.write')
  return (
    <DataTableSkeleton
      label={messages.loading}
      count={count}
      className={classes.table}
      columns={mayWrite ? columns : columns.slice(0, -1)}
      cells={Object.entries(skeletonWidths)
        .filter(([column]) => mayWrite || column !== 'actions')
        .map(([column, widths]) => ({ className: classes[column], widths }))}
    />
  )
}

const skeletonWidths: Record<keyof typeof registrationColumns, readonly string[]> = {
  person: ['60%', '80%'],
  phone: ['80%'],
  registered: ['80%'],
  origin: ['70%'],
  attended: ['60%'],
  state: ['70%'],
  actions: ['60%'],
}

const columns = Object.entries(registrationColumns).map(([column, head]) => ({
  className: classes[`${column}Column`],
  head: column === 'actions' ? <span className="gr-unseen">{head}</span> : head,
}))
