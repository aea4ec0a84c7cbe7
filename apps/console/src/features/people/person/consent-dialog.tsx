import { consentChannels, consentTextLimit } from '@greenroom/contract/consent'
import { listPeople } from '@greenroom/contract/people/people-list/people-list.endpoints'
import { addConsent, listConsents } from '@greenroom/contract/people/person/consent.endpoints'
import { getPersonPage } from '@greenroom/contract/people/person/person.endpoints'
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { serverNow } from '../../../lib/clock.ts'
import { businessDay } from '../../../lib/dates.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { DateField } from '../../../shared/field/date-field/date-field.tsx'
import { useKeptDialog } from '../../../shared/record/kept-dialog/use-kept-dialog.tsx'
import { SubmitButton } from '../../../ui/busy-button.tsx'
import { CountedLabel } from '../../../ui/counted-label.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Suggestions } from '../../../ui/suggestions.tsx'
import classes from './consent-dialog.module.css'
import { channelLabels, consentDialogMessages as messages } from './consent-messages.ts'

interface ConsentDialogProps {
  opened: boolean
  person: string
  onClose: () => void
}

const Said = z.object({
  channel: z.nullable(z.enum(consentChannels)),
  is_given: z.nullable(z.boolean()),
  at: z.nullable(z.string()),
  reason: z.string(),
})
type Said = z.infer<typeof Said>
type Errors = { [Name in keyof Said]?: string | undefined }

/** Records what a person told staff about marketing. Nothing is chosen from the start (OQ-736). */
export function ConsentDialog({ opened, person, onClose }: ConsentDialogProps) {
  const { call, isPending } = useCall(addConsent, { invalidates: [getPersonPage, listConsents, listPeople] })
  const kept = useKeptDialog<Said>({
    name: 'consent',
    id: person,
    values: Said,
    start: { channel: null, is_given: null, at: new Date(serverNow()).toISOString(), reason: '' },
    what: messages.what,
    opened,
    isSaving: isPending,
    onClose,
  })
  const { channel, is_given, at, reason } = kept.values
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const isShown = useIsShown(opened)
  const change = (changes: Partial<Said>) => {
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(changes).map((name) => [name, undefined])),
    }))
    kept.change(changes)
  }
  const refuse = (found: Errors) => {
    setErrors(found)
    const [first] = (['channel', 'is_given', 'at', 'reason'] as const).filter((name) => found[name])
    form.current?.querySelector<HTMLElement>(`[data-field="${first}"] :is(input, textarea)`)?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setFailure(undefined)
    const found: Errors = {
      ...(channel === null && { channel: messages.channelMissing }),
      ...(is_given === null && { is_given: messages.saidMissing }),
      ...(at === null && { at: messages.atMissing }),
      ...(reason.trim() === '' && { reason: messages.reasonMissing }),
      ...([...reason].length > consentTextLimit.max && { reason: consentTextLimit.message }),
    }
    if (channel === null || is_given === null || at === null || Object.keys(found).length > 0) {
      return refuse(found)
    }
    setErrors({})
    try {
      const { message } = await call({
        params: { person },
        body: { purpose: 'marketing', channel, is_given, at, reason: reason.trim() },
      })
      notify.success(message)
      if (!isShown.current) return
      kept.finish()
      onClose()
    } catch (problem) {
      if (!isShown.current) return notify.error(failureMessage(problem))
      const fields = problem instanceof ApiError ? (problem.errors ?? []) : []
      const named = Object.fromEntries(fields.map(({ path, message }) => [path, message])) as Errors
      if (fields.length > 0) refuse(named)
      else setFailure(failureMessage(problem))
    }
  }

  return (
    <>
      <Dialog opened={opened} onClose={kept.close} title={messages.title} closable={!isPending}>
        <form ref={form} className="gr-stack" noValidate onSubmit={(event) => void submit(event)}>
          <p className="gr-quiet">{messages.help}</p>
          {kept.notice}
          <Choice
            name="channel"
            label={messages.channel}
            choices={consentChannels.map((one) => [one, channelLabels[one]] as const)}
            value={channel}
            error={errors.channel}
            disabled={isPending}
            autoFocus
            onPick={(one) => change({ channel: one })}
          />
          <Choice
            name="is_given"
            label={messages.said}
            choices={[
              [true, messages.agreed],
              [false, messages.withdrew],
            ]}
            value={is_given}
            error={errors.is_given}
            disabled={isPending}
            onPick={(one) => change({ is_given: one })}
          />
          <div data-field="at">
            <DateField
              label={messages.at}
              hasTime
              isPast
              required
              max={businessDay()}
              value={at}
              error={errors.at}
              onChange={(value) => change({ at: value })}
            />
          </div>
          <div data-field="reason" className="gr-tight">
            <Textarea
              label={
                <CountedLabel
                  label={messages.reason}
                  count={[...reason].length}
                  limit={consentTextLimit.max}
                />
              }
              withAsterisk
              autosize
              minRows={2}
              maxRows={6}
              readOnly={isPending}
              value={reason}
              error={errors.reason}
              onChange={(event) => change({ reason: event.currentTarget.value })}
            />
            <Suggestions
              label={messages.usual}
              choices={messages.reasons}
              disabled={isPending}
              onPick={(choice) => change({ reason: choice })}
            />
          </div>
          {failure !== undefined && (
            <p className="gr-small gr-danger" role="alert">
              {failure}
            </p>
          )}
          <div className="gr-answers">
            <Button size="md" variant="subtle" disabled={isPending} onClick={kept.close}>
              {messages.cancel}
            </Button>
            <SubmitButton busy={isPending}>{messages.record}</SubmitButton>
          </div>
        </form>
      </Dialog>
      {kept.question}
    </>
  )
}

/** One of a few choices, none of which is made from the start. */
function Choice<T extends string | boolean>({
  name,
  label,
  choices,
  value,
  error,
  disabled,
  autoFocus = false,
  onPick,
}: {
  name: string
  label: string
  choices: readonly (readonly [value: T, label: string])[]
  value: T | null
  error: string | undefined
  disabled: boolean
  autoFocus?: boolean
  onPick: (value: T) => void
}) {
  const id = useId()
  return (
    <fieldset data-field={name} className={classes.choices} disabled={disabled}>
      <legend className="gr-legend">
        {label}{' '}
        <span className="gr-danger" aria-hidden="true">
          *
        </span>
      </legend>
      <div className={classes.row}>
        {choices.map(([one, text], place) => (
          <label key={text} className={classes.choice}>
            <input
              type="radio"
              name={id}
              checked={one === value}
              required
              aria-invalid={error !== undefined || undefined}
              aria-describedby={error === undefined ? undefined : `${id}-error`}
              data-autofocus={(autoFocus && place === 0) || undefined}
              onChange={() => onPick(one)}
            />
            {text}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="gr-small gr-danger" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
