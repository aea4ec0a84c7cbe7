import { type Post, pollSize } from '@greenroom/contract/community/post/post.schema'
import { Checkbox, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { formatTime } from '../../../lib/dates.ts'
import { useMinute } from '../../../lib/minute.ts'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { Field, FormField } from '../../../ui/form-field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import classes from './poll-section.module.css'
import { expiryOf, keepsDays, lostVotes, type PostFormValues } from './post-form-values.ts'
import { postEditorMessages as messages } from './post-messages.ts'
import { PostPart } from './post-part.tsx'

interface PollSectionProps {
  form: UseFormReturnType<PostFormValues>
  base: Post | null
}

/**
 * A poll: its options, its duration and whether several answers are allowed (POST-12, POST-18 to POST-20). Without one,
 * the votes that the edit deletes. A removed poll keeps its entries until the form is saved.
 */
export function PollSection({ form, base, onRemove }: PollSectionProps & { onRemove: () => void }) {
  const { values } = form
  const lost = lostVotes(values, base)
  if (!values.has_poll) {
    if (lost === 0) return null
    return (
      <p className="gr-fine" role="status">
        <FieldHint tone="warn">{messages.pollLost(lost)}</FieldHint>
      </p>
    )
  }
  return (
    <PostPart
      title={messages.pollSection}
      hint={messages.pollHint}
      closeLabel={messages.removePoll}
      onClose={() => {
        form.setFieldValue('has_poll', false)
        form.clearErrors()
        onRemove()
      }}
    >
      <Options form={form} base={base} />
      {lost > 0 && (
        <p className="gr-fine" role="status">
          <FieldHint tone="warn">{messages.votesLost(lost)}</FieldHint>
        </p>
      )}
      <Field
        as={NumberField}
        form={form}
        path="days"
        maw={240}
        label={messages.days}
        hint={<EndHint values={values} base={base} />}
        required
      />
      <Field as={Checkbox} isCheck form={form} path="allow_multiple" label={messages.allowMultiple} />
    </PostPart>
  )
}

function Options({ form, base }: PollSectionProps) {
  const { values, errors } = form
  const { options } = values
  const list = useRef<HTMLDivElement>(null)
  // The option to focus once it is rendered: a new one, or the neighbour of a removed one.
  const wanted = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    list.current?.querySelectorAll<HTMLInputElement>('input')[wanted.current]?.focus()
    wanted.current = undefined
  })

  const change = (next: string[]) => {
    form.setFieldValue('options', next)
    // The errors belong to the positions before the change.
    form.clearErrors()
  }
  const votesOf = (option: string) => base?.poll?.options.find((stored) => stored.option === option)?.votes

  return (
    <FormField path="options">
      <div ref={list} className="gr-tight">
        {options.map((option, place) => {
          const votes = votesOf(option)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an option has no identity but its place
            <FormField key={place} path={`options.${place}`}>
              <TextInput
                aria-label={messages.option(place + 1)}
                placeholder={messages.option(place + 1)}
                autoComplete="off"
                value={option}
                error={errors[`options.${place}`]}
                onChange={(event) => {
                  const text = event.currentTarget.value
                  form.setFieldValue(
                    'options',
                    options.map((one, at) => (at === place ? text : one)),
                  )
                  form.clearFieldError(`options.${place}`)
                  form.clearFieldError('options')
                }}
                onBlur={() => form.validateField(`options.${place}`)}
                rightSectionWidth={votes === undefined ? 40 : 120}
                rightSection={
                  <span className={classes.end}>
                    {votes !== undefined && (
                      <span className="gr-fine gr-faint gr-num gr-nowrap">{messages.votes(votes)}</span>
                    )}
                    {options.length > pollSize.fewest && (
                      <IconButton
                        label={messages.removeOption(place + 1)}
                        icon={<IconX size={14} stroke={2} aria-hidden="true" />}
                        className={classes.remove}
                        onClick={() => {
                          wanted.current = Math.min(place, options.length - 2)
                          change(options.filter((_, at) => at !== place))
                        }}
                      />
                    )}
                  </span>
                }
              />
            </FormField>
          )
        })}
      </div>
      {errors.options && (
        <p className="gr-error" role="alert">
          {errors.options}
        </p>
      )}
      {options.length < pollSize.most && (
        <LightButton
          className={classes.add}
          icon={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => {
            wanted.current = options.length
            change([...options, ''])
          }}
        >
          {messages.addOption}
        </LightButton>
      )}
    </FormField>
  )
}

/** When the poll ends: the stored end while the days are unchanged, else the end that saving sets. */
function EndHint({ values, base }: { values: PostFormValues; base: Post | null }) {
  const now = useMinute()
  const stored = base?.poll?.expires_at
  if (stored !== undefined && keepsDays(values)) {
    const isOver = new Date(stored).getTime() <= now
    return isOver ? messages.ended(formatTime(stored)) : messages.ends(formatTime(stored))
  }
  const end = expiryOf(values.days, new Date(now))
  return end ? messages.willEnd(formatTime(end.toISOString())) : null
}
