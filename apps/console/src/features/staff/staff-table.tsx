import { roleTexts } from '@greenroom/contract/access/role-texts'
import type { StaffMember } from '@greenroom/contract/staff/staff.schema'
import { Button } from '@mantine/core'
import { formatTime } from '../../lib/dates.ts'
import { RecordHistoryButton } from '../../shared/record-history/record-history-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx'
import { staffListMessages as messages, staffColumns } from './staff-messages.ts'
import classes from './staff-table.module.css'

export type StaffAction = 'role' | 'disable' | 'enable' | 'invite-again'

interface StaffTableProps {
  rows: readonly StaffMember[]
  /** Id of the signed-in member of staff; undefined until it is loaded. */
  self: string | null | undefined
  mayChange: boolean
  onAction: (action: StaffAction, member: StaffMember) => void
}

/** Who may sign in, with which role (OQ-355). */
export function StaffTable({ rows, self, mayChange, onAction }: StaffTableProps) {
  return (
    <DataTable label={messages.tableLabel} className={classes.table} columns={columns}>
      {rows.map((member) => (
        <tr key={member._id} data-record={member._id}>
          <td className={classes.who}>
            <div className="gr-bold gr-break">{member.name || member.email}</div>
            {member.name !== '' && <div className={classes.email}>{member.email}</div>}
          </td>
          <td className={classes.role}>
            {roleTexts[member.role].name}
            {member.is_owner_by_setting && <div className="gr-fine gr-faint">{messages.bySetting}</div>}
          </td>
          <td className={classes.state}>
            <State member={member} />
          </td>
          <td className={classes.signIn} data-label={staffColumns.signIn}>
            {member.last_sign_in_at ? formatTime(member.last_sign_in_at) : messages.neverSignedIn}
          </td>
          <td className={classes.actions}>
            <div className={classes.row}>
              {mayChange && self !== undefined && (
                <Actions member={member} isSelf={member._id === self} onAction={onAction} />
              )}
              <RecordHistoryButton
                type="staff"
                id={member._id}
                of={member.name || member.email}
                className={classes.history}
              />
            </div>
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

function State({ member }: { member: StaffMember }) {
  if (member.is_disabled) {
    return (
      <Badge shape="ring" tone="mute">
        {messages.disabled}
      </Badge>
    )
  }
  if (member.first_sign_in_at === null) {
    return (
      <>
        <Badge shape="ring" tone="warn">
          {messages.invited}
        </Badge>
        {member.invited_by && <div className={classes.by}>{messages.invitedBy(member.invited_by)}</div>}
      </>
    )
  }
  return (
    <Badge shape="dot" tone="ok">
      {messages.active}
    </Badge>
  )
}

function Actions({
  member,
  isSelf,
  onAction,
}: {
  member: StaffMember
  isSelf: boolean
  onAction: (action: StaffAction, member: StaffMember) => void
}) {
  if (isSelf) return <span className="gr-fine gr-faint">{messages.you}</span>
  if (member.is_owner_by_setting) return null
  const who = member.name || member.email
  const button = (action: StaffAction, text: string, name: string) => (
    <Button
      variant="subtle"
      size="xs"
      aria-label={name}
      aria-haspopup={action === 'enable' ? undefined : 'dialog'}
      onClick={() => onAction(action, member)}
    >
      {text}
    </Button>
  )
  if (member.is_disabled) {
    return <div className={classes.buttons}>{button('enable', messages.enable, messages.enableOf(who))}</div>
  }
  return (
    <div className={classes.buttons}>
      {button('role', messages.changeRole, messages.changeRoleOf(who))}
      {member.first_sign_in_at !== null &&
        button('invite-again', messages.inviteAgain, messages.inviteAgainOf(who))}
      {button('disable', messages.disable, messages.disableOf(who))}
    </div>
  )
}

/** The skeleton of the table. */
export function StaffTableSkeleton({ count }: { count: number }) {
  return (
    <DataTableSkeleton
      label={messages.loading}
      count={count}
      className={classes.table}
      columns={columns}
      cells={Object.entries(skeletonWidths).map(([column, widths]) => ({
        className: classes[column],
        widths,
      }))}
    />
  )
}

const skeletonWidths: Record<keyof typeof staffColumns, readonly string[]> = {
  who: ['60%', '80%'],
  role: ['70%'],
  state: ['60%'],
  signIn: ['80%'],
  actions: ['70%'],
}

const columns = Object.entries(staffColumns).map(([column, head]) => ({
  className: classes[`${column}Column`],
  head: column === 'actions' ? <span className="gr-unseen">{head}</span> : head,
}))
