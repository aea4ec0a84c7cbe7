import { createApiKey, listApiKeys } from '@greenroom/contract/staff/api-key/api-key.endpoints'
import { keyPermissions, NewApiKey } from '@greenroom/contract/staff/api-key/api-key.schema'
import { Button, TextInput } from '@mantine/core'
import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { notify } from '../../../lib/notify.tsx'
import { useKeptDialog } from '../../../shared/record/kept-dialog/use-kept-dialog.tsx'
import { SubmitButton } from '../../../ui/busy-button.tsx'
import { ChoiceSelect } from '../../../ui/choice-select.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useUnsavedChanges } from '../../../ui/unsaved-changes.ts'
import classes from './api-key-dialog.module.css'
import { keyLifetimes, apiKeyDialogMessages as messages } from './api-key-messages.ts'
import { KeyPermissions } from './key-permissions.tsx'

interface ApiKeyDialogProps {
  opened: boolean
  onClose: () => void
}

const Typed = z.object({
  name: z.string(),
  permissions: z.array(z.enum(keyPermissions)),
  lifetime: z.string(),
})

/** Makes an API key, and shows it once (OQ-360). */
export function ApiKeyDialog({ opened, onClose }: ApiKeyDialogProps) {
  const [secret, setSecret] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  const kept = useKeptDialog({
    name: 'api-key',
    values: Typed,
    start: { name: '', permissions: [], lifetime: '365' },
    what: messages.what,
    opened,
    isSaving: isPending,
    onClose,
  })
  const [isCopied, setIsCopied] = useState(false)
  const [isWarned, setIsWarned] = useState(false)
  const isMade = secret !== undefined
  const release = useUnsavedChanges(isMade && !isCopied, { askToClose: () => setIsWarned(true) })
  const leave = () => {
    release()
    onClose()
  }
  // Only the button that says so closes it without a copy.
  const closeMade = () => (isCopied ? onClose() : setIsWarned(true))
  return (
    <>
      <Dialog
        opened={opened}
        onClose={isMade ? closeMade : kept.close}
        title={isMade ? messages.shownTitle : messages.title}
        size={isMade ? 'detail' : 'wide'}
        closable={!isPending}
      >
        {isMade ? (
          <MadeKey
            secret={secret}
            isWarned={isWarned && !isCopied}
            onCopied={() => setIsCopied(true)}
            onDone={closeMade}
            onLeave={leave}
          />
        ) : (
          <div className="gr-stack">
            {kept.notice}
            <NewKey
              values={kept.values}
              onChange={kept.change}
              onPending={setIsPending}
              onCancel={kept.close}
              onMade={(made) => {
                kept.finish()
                setSecret(made)
              }}
            />
          </div>
        )}
      </Dialog>
      {kept.question}
    </>
  )
}

function MadeKey({
  secret,
  isWarned,
  onCopied,
  onDone,
  onLeave,
}: {
  secret: string
  isWarned: boolean
  onCopied: () => void
  onDone: () => void
  onLeave: () => void
}) {
  const [isBlocked, setIsBlocked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // The form had the focus; data-autofocus only works when the dialog opens.
  useEffect(() => field.current?.focus(), [])
  const copy = async () => {
    try {
      await copyText(secret)
      setIsBlocked(false)
      onCopied()
      notify.copied(messages.copied)
    } catch {
      setIsBlocked(true)
      field.current?.focus()
      field.current?.select()
    }
  }
  const noteCopy = ({ target }: ClipboardEvent) => {
    const copied =
      target instanceof HTMLInputElement
        ? target.value.slice(target.selectionStart ?? 0, target.selectionEnd ?? 0)
        : String(document.getSelection())
    if (!copied.includes(secret)) return
    setIsBlocked(false)
    onCopied()
  }
  return (
    // Copying by hand counts too.
    <div className="gr-stack" onCopy={noteCopy}>
      <p className="gr-quiet">{messages.shownHelp}</p>
      <TextInput
        label={messages.key}
        classNames={{ input: 'gr-mono' }}
        value={secret}
        readOnly
        ref={field}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div>
        <p className={classes.label}>{messages.example}</p>
        <pre className={classes.example}>{exampleOf(secret)}</pre>
      </div>
      {(isBlocked || isWarned) && (
        <p className="gr-danger" role="alert">
          {isBlocked ? messages.blocked : messages.notCopied}
        </p>
      )}
      <div className="gr-answers">
        {isWarned ? (
          <Button size="md" variant="default" onClick={onLeave}>
            {messages.leave}
          </Button>
        ) : (
          <Button size="md" variant="default" onClick={onDone}>
            {messages.done}
          </Button>
        )}
        <Button size="md" onClick={() => void copy()}>
          {messages.copy}
        </Button>
      </div>
    </div>
  )
}

function exampleOf(secret: string): string {
  return `curl ${window.location.origin}/admin/session \\\n  -H "Authorization: Bearer ${secret}"`
}

function NewKey({
  values: { name, permissions, lifetime },
  onChange,
  onPending,
  onCancel,
  onMade,
}: {
  values: z.infer<typeof Typed>
  onChange: (changes: Partial<z.infer<typeof Typed>>) => void
  onPending: (isPending: boolean) => void
  onCancel: () => void
  onMade: (secret: string) => void
}) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { call, isPending } = useCall(createApiKey, { invalidates: [listApiKeys] })
  const nameField = useRef<HTMLInputElement>(null)
  const choice = useRef<HTMLInputElement>(null)

  const refuse = (found: readonly { path: PropertyKey[]; message: string }[]) => {
    const byField = Object.fromEntries(
      [...found].reverse().map(({ path, message }) => [String(path[0]), message]),
    )
    setErrors(byField)
    const isNameFine = byField.name === undefined && byField.permissions !== undefined
    const first = isNameFine ? choice.current : nameField.current
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
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <KeyPermissions
        chosen={permissions}
        disabled={isPending}
        error={errors.permissions}
        onChange={(chosen) => onChange({ permissions: chosen })}
        first={choice}
      />
      <ChoiceSelect
        label={messages.ends}
        data={keyLifetimes.map(({ value, label }) => ({ value, label }))}
        value={lifetime}
        disabled={isPending}
        error={errors.expires_in_days}
        onChange={(chosen) => onChange({ lifetime: chosen ?? '365' })}
      />
      <div className="gr-answers">
        <Button size="md" variant="subtle" disabled={isPending} onClick={onCancel}>
          {messages.cancel}
        </Button>
        <SubmitButton busy={isPending}>{messages.submit}</SubmitButton>
      </div>
    </form>
  )
}
