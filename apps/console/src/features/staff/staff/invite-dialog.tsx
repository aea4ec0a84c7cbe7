import { roles } from '@greenroom/contract/access/permission'
import { inviteStaff, listStaff } from '@greenroom/contract/staff/staff/staff.endpoints'
import { NewStaffMember } from '@greenroom/contract/staff/staff/staff.schema'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { useKeptDialog } from '../../../shared/record/kept-dialog/use-kept-dialog.tsx'
import { SubmitButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { copyInvitation } from './copy-invitation.ts'
import { RoleChoice } from './role-choice.tsx'
import { inviteMessages as messages } from './staff-messages.ts'

const Invited = z.object({ email: z.string(), role: z.enum(roles) })

/** Adds an address with the role that it gets at its first sign-in (OQ-356). */
export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [error, setError] = useState<string>()
  const { call, isPending } = useCall(inviteStaff, { invalidates: [listStaff], refreshesOnConflict: true })
  const kept = useKeptDialog({
    name: 'invite-staff',
    values: Invited,
    start: { email: '', role: 'viewer' },
    what: messages.what,
    opened,
    isSaving: isPending,
    onClose,
  })
  const { email, role } = kept.values
  const field = useRef<HTMLInputElement>(null)
  const isShown = useIsShown(opened)

  const refuse = (message: string) => {
    setError(message)
    field.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const checked = NewStaffMember.safeParse({ email, role })
    if (!checked.success) return refuse(checked.error.issues[0]?.message ?? '')
    setError(undefined)
    try {
      await notify.progress(
        call({ body: checked.data }),
        {
          pending: messages.pending,
          success: messages.success(checked.data.email),
          // The form shows it.
          error: (reason) => (isShown.current ? undefined : failureMessage(reason)),
        },
        { next: () => ({ label: messages.copy, onClick: () => void copyInvitation(checked.data) }) },
      )
      kept.finish()
      if (isShown.current) onClose()
    } catch (reason) {
      if (isShown.current) refuse(failureMessage(reason))
    }
  }

  return (
    <>
      <Dialog opened={opened} onClose={kept.close} title={messages.title} closable={!isPending}>
        <form className="gr-stack" onSubmit={(event) => void submit(event)} noValidate>
          <p className="gr-quiet">{messages.help}</p>
          {kept.notice}
          <TextInput
            ref={field}
            type="email"
            label={messages.email}
            withAsterisk
            data-autofocus
            autoComplete="off"
            readOnly={isPending}
            value={email}
            error={error}
            onChange={(event) => kept.change({ email: event.currentTarget.value })}
          />
          <RoleChoice
            label={messages.role}
            value={role}
            onChange={(chosen) => kept.change({ role: chosen })}
            disabled={isPending}
          />
          <div className="gr-answers">
            <Button size="md" variant="subtle" disabled={isPending} onClick={kept.close}>
              {messages.cancel}
            </Button>
            <SubmitButton busy={isPending}>{messages.submit}</SubmitButton>
          </div>
        </form>
      </Dialog>
      {kept.question}
    </>
  )
}
