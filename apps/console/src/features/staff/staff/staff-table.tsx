import { roleTexts } from '@greenroom/contract/access/role-texts'
import type { StaffMember } from '@greenroom/contract/staff/staff/staff.schema'
import { Button } from '@mantine/core'
import { formatTime } from '../../../lib/dates.ts'
import { RecordHistoryButton } from '../../../shared/record/record-history/record-history-button.tsx'
import { RowMenu } from '../../../shared/record/row-menu/row-menu.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Moment } from '../../../ui/moment.tsx'
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
    cell: ({ _id, name, email }, { self }) => (
      <>
        <div className="gr-bold gr-break">
          {name || email}
          {_id === self && <span className={classes.you}> {messages.you}</span>}
        </div>
        {name !== '' && (
          <div className="gr-fine gr-faint gr-ellipsis" title={email}>
            {email}
          </div>
        )}
      </>
    ),
  },
  {
    key: 'role',
    heading: headings.role,
    width: 150,
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
    width: 'max(160px, 18cqi)',
    className: classes.state,
    lines: ['60%'],
    cell: (member) => <State member={member} />,
  },
  {
    key: 'signIn',
    heading: headings.signIn,
    phoneLabel: headings.signIn,
    isTime: true,
    className: 'gr-quiet',
    lines: ['80%'],
    cell: ({ last_sign_in_at: at }) =>
      at === null ? messages.neverSignedIn : <Moment at={at} text={formatTime(at)} />,
  },
  {
    key: 'actions',
    heading: headings.actions,
    width: 136,
    lines: ['70%'],
    cell: (member, { self, mayChange, onAction }) => (
      <div className={classes.row}>
        {/* One's own sessions are in the account's menu. */}
        {mayChange && self !== undefined && self !== member._id && (
          <Actions member={member} onAction={onAction} />
        )}
        <RecordHistoryButton type="staff" id={member._id} of={member.name || member.email} />
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
          <div className="gr-fine gr-faint gr-ellipsis" title={member.invited_by}>
            {messages.invitedBy(member.invited_by)}
          </div>
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
  onAction,
}: {
  member: StaffMember
  onAction: (action: StaffAction, member: StaffMember) => void
}) {
  const who = member.name || member.email
  const act = (action: StaffAction) => () => onAction(action, member)
  if (member.is_disabled) {
    return (
      <Button variant="subtle" size="xs" aria-label={messages.enableOf(who)} onClick={act('enable')}>
        {messages.enable}
      </Button>
    )
  }
  const sessions = { label: messages.sessions, onClick: act('sessions') }
  const access = [
    { label: messages.changeRole, onClick: act('role') },
    member.first_sign_in_at === null
      ? { label: messages.copyInvitation, onClick: act('copy-invitation') }
      : { label: messages.inviteAgain, onClick: act('invite-again') },
    { label: messages.disable, onClick: act('disable'), isDanger: true },
  ]
  const actions = [
    ...(member.last_sign_in_at === null ? [] : [sessions]),
    // An owner by setting stays one.
    ...(member.is_owner_by_setting ? [] : access),
  ]
  return actions.length > 0 && <RowMenu of={who} actions={actions} />
}
