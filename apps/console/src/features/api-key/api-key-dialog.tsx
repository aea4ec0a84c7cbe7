import type { Permission } from '@greenroom/contract/access/permission'
import { permissionTexts } from '@greenroom/contract/access/permission-texts'
import { createApiKey, listApiKeys } from '@greenroom/contract/api-key/api-key.endpoints'
import { keyPermissions, NewApiKey } from '@greenroom/contract/api-key/api-key.schema'
import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../lib/api/api-error.ts'
import { useCall } from '../../lib/api/hooks.ts'
import { copyWithToast } from '../../lib/copy-text.ts'
import { SubmitButton } from '../../ui/busy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './api-key-dialog.module.css'
import { keyLifetimes, apiKeyDialogMessages as messages } from './api-key-messages.ts'

interface ApiKeyDialogProps {
  opened: boolean
  onClose: () => void
}

/** Makes an API key, and shows it once (OQ-360). */
export function ApiKeyDialog({ opened, onClose }: ApiKeyDialogProps) {
  const [secret, setSecret] = useState<string>()
  const [isCopied, setIsCopied] = useState(false)
  const [isWarned, setIsWarned] = useState(false)
  const [isPending, setIsPending] = useState(false)

  const close = () => {
    if (secret !== undefined && !isCopied && !isWarned) return setIsWarned(true)
    onClose()
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={secret === undefined ? messages.title : messages.shownTitle}
      closable={!isPending}
    >
      {secret === undefined ? (
        <NewKey onPending={setIsPending} onCancel={onClose} onMade={setSecret} />
      ) : (
        <div className="gr-stack">
          <p className="gr-quiet">{messages.shownHelp}</p>
          <TextInput
            label={messages.key}
            classNames={{ input: 'gr-mono' }}
            value={secret}
            readOnly
            // The form had the focus; data-autofocus only works when the dialog opens.
            ref={focusShown}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div>
            <p className={classes.label}>{messages.example}</p>
            <pre className={classes.example}>{exampleOf(secret)}</pre>
          </div>
          {isWarned && (
            <p className="gr-danger" role="alert">
              {messages.notCopied}
            </p>
          )}
          <div className="gr-answers">
            <Button size="md" variant="default" onClick={close}>
              {isWarned && !isCopied ? messages.leave : messages.done}
            </Button>
            <Button
              size="md"
              onClick={() => {
                setIsCopied(true)
                void copyWithToast(secret, messages.copied)
              }}
            >
              {messages.copy}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

function focusShown(field: HTMLInputElement | null): void {
  field?.focus()
}

function exampleOf(secret: string): string {
  return `curl ${window.location.origin}/admin/session \\\n  -H "Authorization: Bearer ${secret}"`
}

function NewKey({
  onPending,
  onCancel,
  onMade,
}: {
  onPending: (isPending: boolean) => void
  onCancel: () => void
  onMade: (secret: string) => void
}) {
  const [name, setName] = useState('')
  const [permissions, setPermissions] = useState<Permission[]>([])
  const [lifetime, setLifetime] = useState('365')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { call, isPending } = useCall(createApiKey, { invalidates: [listApiKeys] })
  const nameField = useRef<HTMLInputElement>(null)
  const choices = useRef<HTMLDivElement>(null)

  const refuse = (found: readonly { path: PropertyKey[]; message: string }[]) => {
    const byField = Object.fromEntries(
      [...found].reverse().map(({ path, message }) => [String(path[0]), message]),
    )
    setErrors(byField)
    const isNameFine = byField.name === undefined && byField.permissions !== undefined
    const first = isNameFine ? choices.current?.querySelector('input') : nameField.current
    first?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const expires_in_days = keyLifetimes.find(({ value }) => value === lifetime)?.days ?? undefined
    const checked = NewApiKey.safeParse({ name, permissions, expires_in_days })
    if (!checked.success) return refuse(checked.error.issues)
    setErrors({})
    onPending(true)
    try {
      const { data } = await call({ body: checked.data })
      onMade(data.secret)
    } catch (reason) {
      const fields = reason instanceof ApiError ? reason.errors : []
      const message = reason instanceof Error ? reason.message : String(reason)
      refuse(
        fields?.length
          ? fields.map((field) => ({ path: field.path.split('.'), message: field.message }))
          : [{ path: ['name'], message }],
      )
    } finally {
      onPending(false)
    }
  }

  return (
    <form className="gr-stack" onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        ref={nameField}
        label={messages.name}
        description={messages.nameHint}
        withAsterisk
        data-autofocus
        autoComplete="off"
        readOnly={isPending}
        value={name}
        error={errors.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox.Group
        label={messages.permissions}
        withAsterisk
        value={permissions}
        error={errors.permissions}
        onChange={(chosen) => setPermissions(keyPermissions.filter((one) => chosen.includes(one)))}
      >
        <div ref={choices} className={classes.permissions}>
          {keyPermissions.map((permission) => (
            <Checkbox
              key={permission}
              value={permission}
              disabled={isPending}
              label={<span className="gr-mono gr-small">{permission}</span>}
              description={permissionTexts[permission]}
            />
          ))}
        </div>
      </Checkbox.Group>
      <Select
        label={messages.ends}
        data={keyLifetimes.map(({ value, label }) => ({ value, label }))}
        value={lifetime}
        allowDeselect={false}
        disabled={isPending}
        error={errors.expires_in_days}
        onChange={(chosen) => setLifetime(chosen ?? '365')}
      />
      <div className="gr-answers">
        <Button size="md" variant="default" disabled={isPending} onClick={onCancel}>
          {messages.cancel}
        </Button>
        <SubmitButton busy={isPending}>{messages.submit}</SubmitButton>
      </div>
    </form>
  )
}
