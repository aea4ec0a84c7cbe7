import {
  comparePeople,
  getPersonPage,
  listPersonTimeline,
  listSamePeople,
  mergePeople,
} from '@greenroom/contract/people/person/person.endpoints'
import {
  type ComparedPerson,
  movedKinds,
  type PersonComparison,
} from '@greenroom/contract/people/person/person.schema'
import { Button, Radio } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall, useRead } from '../../../lib/api/hooks.ts'
import { formatTime } from '../../../lib/dates.ts'
import { notify } from '../../../lib/notify.tsx'
import { personName } from '../../../lib/person-name.ts'
import { formatPhone } from '../../../lib/phone.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { SubmitButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FactChanges, useConfirmedFacts } from '../../../ui/use-confirmed-facts.tsx'
import classes from './merge-dialog.module.css'
import { mergeMessages as messages, movedLabels } from './person-messages.ts'

interface MergeDialogProps {
  opened: boolean
  person: string
  other: string
  onClose: () => void
  onMerged: (person: string) => void
}

/** Compares two records of one person side by side, and merges them (OQ-470). */
export function MergeDialog({ opened, person, other, onClose, onMerged }: MergeDialogProps) {
  const [isSwapped, setSwapped] = useState(false)
  const [isMerging, setMerging] = useState(false)
  const params = isSwapped ? { person: other, other: person } : { person, other }
  const { data, error, refetch, isFetching } = useRead(
    comparePeople,
    { params },
    { enabled: opened, keepPrevious: false },
  )
  return (
    <Dialog opened={opened} onClose={onClose} title={messages.title} size="wide" closable={!isMerging}>
      {data ? (
        <Compared
          key={data.kept.person}
          comparison={data}
          params={params}
          isCurrent={!isFetching}
          onSwap={() => setSwapped(!isSwapped)}
          onRefetch={refetch}
          onBusy={setMerging}
          onClose={onClose}
          onMerged={onMerged}
        />
      ) : error ? (
        <LoadFailure title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label={messages.loading} className="gr-stack">
          {['70%', '85%', '60%', '75%'].map((width) => (
            <Skeleton key={width} width={width} height={20} />
          ))}
        </Loading>
      )}
    </Dialog>
  )
}

type Choice = 'kept' | 'other'
const fields = ['name', 'email', 'phone'] as const
type Field = (typeof fields)[number]

const shownOf: Record<Field, (person: ComparedPerson) => string> = {
  name: personName,
  email: ({ email }) => email,
  phone: ({ phone }) => formatPhone(phone),
}

function Compared({
  comparison,
  params,
  isCurrent,
  onSwap,
  onRefetch,
  onBusy,
  onClose,
  onMerged,
}: {
  comparison: PersonComparison
  params: { person: string; other: string }
  /** False while it is read again: a merge of the old one would be refused. */
  isCurrent: boolean
  onSwap: () => void
  onRefetch: () => Promise<unknown>
  onBusy: (isBusy: boolean) => void
  onClose: () => void
  onMerged: (person: string) => void
}) {
  const { kept, other, problem, compared } = comparison
  const { call, isPending } = useCall(mergePeople, {
    invalidates: [getPersonPage, listPersonTimeline, listSamePeople],
  })
  // What the kept record lacks comes from the other one.
  const [chosen, setChosen] = useState<Record<Field, Choice>>(() => {
    const first = (field: Field): Choice =>
      shownOf[field](kept) === '' && shownOf[field](other) !== '' ? 'other' : 'kept'
    return { name: first('name'), email: first('email'), phone: first('phone') }
  })
  const [failure, setFailure] = useState<string>()
  const confirmed = useConfirmedFacts(true, [
    ...(['kept', 'other'] as const).flatMap((side) =>
      fields.map((field) => ({
        term: messages.of(messages[field], messages[side === 'kept' ? 'stays' : 'goes']),
        value: shownOf[field](comparison[side]) || messages.none,
      })),
    ),
    { term: messages.moves, value: movedText(other) },
  ])

  const isShown = useIsShown()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending || problem !== null || !isCurrent) return
    setFailure(undefined)
    if (!confirmed.confirm()) return
    onBusy(true)
    try {
      const { data } = await call({
        params,
        body: { compared, name_from: chosen.name, email_from: chosen.email, phone_from: chosen.phone },
      })
      notify.success(messages.merged)
      if (isShown.current) onMerged(data.person)
    } catch (reason) {
      if (!isShown.current) return notify.error(failureMessage(reason))
      setFailure(failureMessage(reason))
      // Another comparison may say why.
      await onRefetch()
      confirmed.settle()
    } finally {
      onBusy(false)
    }
  }

  return (
    <form className="gr-stack" noValidate onSubmit={(event) => void submit(event)}>
      <p className="gr-quiet">{messages.help}</p>
      <div className={classes.sides} aria-hidden="true">
        <span>{messages.stays}</span>
        <span>{messages.goes}</span>
      </div>
      {fields.map((field) => (
        <Radio.Group
          key={field}
          label={messages.keep(messages[field])}
          value={chosen[field]}
          onChange={(value) => setChosen({ ...chosen, [field]: value as Choice })}
        >
          <div className={classes.choices}>
            {(['kept', 'other'] as const).map((side) => (
              <Radio
                key={side}
                value={side}
                disabled={isPending}
                label={shownOf[field](side === 'kept' ? kept : other) || messages.none}
              />
            ))}
          </div>
        </Radio.Group>
      ))}
      <dl className={classes.facts}>
        <div>
          <dt>{messages.since}</dt>
          <dd>{kept.since ? formatTime(kept.since) : '–'}</dd>
          <dd>{other.since ? formatTime(other.since) : '–'}</dd>
        </div>
        <div>
          <dt>{messages.moves}</dt>
          <dd aria-hidden="true" />
          <dd>{movedText(other)}</dd>
        </div>
      </dl>
      {kept.is_synced && <FieldHint tone="warn">{messages.synced}</FieldHint>}
      {problem === null ? (
        <p className={classes.warning}>{messages.irreversible}</p>
      ) : (
        <p className="gr-error" role="alert">
          {problem}
        </p>
      )}
      {failure !== undefined && failure !== problem && (
        <p className="gr-error" role="alert">
          {failure}
        </p>
      )}
      <FactChanges facts={confirmed} confirmLabel={messages.merge} />
      <div className={classes.foot}>
        <LightButton onClick={onSwap}>{messages.swap}</LightButton>
        <div className={classes.answers}>
          <Button size="md" variant="subtle" data-autofocus disabled={isPending} onClick={onClose}>
            {messages.cancel}
          </Button>
          <SubmitButton busy={isPending} color="red" disabled={problem !== null || !isCurrent}>
            {messages.merge}
          </SubmitButton>
        </div>
      </div>
    </form>
  )
}

function movedText({ counts }: ComparedPerson): string {
  const parts = movedKinds.flatMap((kind) => {
    const count = counts[kind]
    const [one, many] = movedLabels[kind]
    return count > 0 ? [`${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`] : []
  })
  return parts.join(', ') || messages.nothing
}
