import type { Role } from '@greenroom/contract/access/permission'
import { roleTexts } from '@greenroom/contract/access/role-texts'
import { listStaff, updateStaff } from '@greenroom/contract/staff/staff/staff.endpoints'
import type { StaffChanges, StaffMember } from '@greenroom/contract/staff/staff/staff.schema'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { SubmitButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RoleChoice } from './role-choice.tsx'
import { roleMessages as messages } from './staff-messages.ts'

interface RoleDialogProps {
  opened: boolean
  member: StaffMember
  onClose: () => void
}

/** Changes the role of a member of staff (OQ-355). */
export function RoleDialog({ opened, member, onClose }: RoleDialogProps) {
  const [role, setRole] = useState<Role>(member.role)
  const [error, setError] = useState<string>()
  const { call, isPending } = useCall(updateStaff, { invalidates: [listStaff], refreshesOnConflict: true })
  const isShown = useIsShown(opened)
  const who = member.name || member.email

  const send = async (body: StaffChanges, success: string) => {
    setError(undefined)
    try {
      await call({ params: { id: member._id }, body, version: member.version })
      notify.success(success)
      if (isShown.current) onClose()
    } catch (reason) {
      if (isShown.current) setError(failureMessage(reason))
      else notify.error(failureMessage(reason))
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    // The same role, chosen here, outranks the groups.
    if (role === member.role && member.role_from !== 'groups') return onClose()
    await send({ role }, messages.success(who, roleTexts[role].name))
  }

  return (
    <Dialog opened={opened} onClose={onClose} title={messages.title(who)} closable={!isPending}>
      <form className="gr-stack" onSubmit={(event) => void submit(event)} noValidate>
        {member.role_from === 'groups' && <p className="gr-quiet">{messages.fromGroups}</p>}
        {member.may_follow_groups && (
          <p className="gr-quiet">
            {messages.byOwner}{' '}
            <Button
              variant="subtle"
              size="compact-sm"
              disabled={isPending}
              onClick={() => void send({ follows_groups: true }, messages.followed(who))}
            >
              {messages.follow}
            </Button>
          </p>
        )}
        <RoleChoice label="Role" value={role} onChange={setRole} disabled={isPending} />
        <p className="gr-small gr-quiet">{messages.effect}</p>
        {error && (
          <p className="gr-danger" role="alert">
            {error}
          </p>
        )}
        <div className="gr-answers">
          <Button size="md" variant="subtle" disabled={isPending} onClick={onClose}>
            {messages.cancel}
          </Button>
          <SubmitButton busy={isPending}>{messages.submit}</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
