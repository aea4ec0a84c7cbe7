import { roleTexts } from '@greenroom/contract/access/role-texts'
import type { StaffMember } from '@greenroom/contract/staff/staff/staff.schema'
import { Button } from '@mantine/core'
import { formatTime } from '../../../lib/dates.ts'
import { RecordHistoryButton } from '../../../shared/record/record-history/record-history-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import { staffColumns as headings, staffListMessages as messages } from './staff-messages.ts'
import classes from './staff-table.module.css'

export type StaffAction = 'role' | 'disable' | 'enable' | 'invite-again' | 'copy-invitation' | 'sessions'

interface Context {
  /** Id of the signed-in member of staff; undefined until it is loaded. */
  self: string | null | undefined
  mayChange: boolean
  onAction: (action: StaffAction, member: StaffMember) => void
}

const columns: readonly Column<StaffMember, Context>[] = [
  {
    key: 'who',
    heading: headings.who,
    lines: ['60%', '80%'],
    cell: (member) => (
      <>
        <div className="gr-bold gr-break">{member.name || member.email}</div>
        {member.name !== '' && <div className="gr-fine gr-faint gr-ellipsis">{member.email}</div>}
      </>
    ),
  },
  {
    key: 'role',
    heading: headings.role,
    width: 150,
    className: classes.role,
    lines: ['70%'],
    cell: (member) => (
      <>
        {roleTexts[member.role].name}
        {sourceOf(member) && <div className="gr-fine gr-faint">{sourceOf(member)}</div>}
      </>
    ),
  },
  {
    key: 'state',
    heading: headings.state,
    width: 160,
    lines: ['60%'],
    cell: (member) => <State member={member} />,
  },
  {
    key: 'signIn',
    heading: headings.signIn,
    phoneLabel: headings.signIn,
    width: 170,
    className: `gr-quiet gr-nowrap ${classes.signIn}`,
    lines: ['80%'],
    cell: (member, { self, mayChange, onAction }) => (
      <>
        <div>{member.last_sign_in_at ? formatTime(member.last_sign_in_at) : messages.neverSignedIn}</div>
        {member.last_sign_in_at && !member.is_disabled && (
          // Keeps its room where it isn't offered, so that nothing moves once the session is known. One's own are in the
          // account's menu.
          <button
            type="button"
            className={classes.sessions}
            aria-haspopup="dialog"
            aria-label={messages.sessionsOf(member.name || member.email)}
            hidden={!mayChange || self === undefined || self === member._id}
            onClick={() => onAction('sessions', member)}
          >
            {messages.sessions}
          </button>
        )}
      </>
    ),
  },
  {
    key: 'actions',
    heading: headings.actions,
    width: 330,
    lines: ['70%'],
    cell: (member, { self, mayChange, onAction }) => (
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
    ),
  },
]
/** Who may sign in, with which role (OQ-355). */
export const StaffTable = recordTable({
  label: messages.tableLabel,
  loading: messages.loading,
  className: classes.table,
  columns,
  keyOf: ({ _id }) => _id,
})

/** Without groups nothing is said of a role that an owner gave: there is no other way. */
function sourceOf({ role_from, may_follow_groups }: StaffMember): string | undefined {
  if (role_from === 'setting') return messages.bySetting
  if (role_from === 'groups') return messages.fromGroups
  return may_follow_groups ? messages.byOwner : undefined
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
        {member.invited_by && (
          <div className="gr-fine gr-faint gr-ellipsis">{messages.invitedBy(member.invited_by)}</div>
        )}
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
      aria-haspopup={action === 'enable' || action === 'copy-invitation' ? undefined : 'dialog'}
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
      {member.first_sign_in_at === null
        ? button('copy-invitation', messages.copyInvitation, messages.copyInvitationOf(who))
        : button('invite-again', messages.inviteAgain, messages.inviteAgainOf(who))}
      {button('disable', messages.disable, messages.disableOf(who))}
    </div>
  )
}
