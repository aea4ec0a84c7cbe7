import { comparePeople, mergePeople } from '@greenroom/contract/people/person/person.endpoints'
import {
  type ComparedPerson,
  type PersonComparison,
  timelineKindNames,
  undoDays,
} from '@greenroom/contract/people/person/person.schema'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall, useRead } from '../../../lib/api/hooks.ts'
import { countText } from '../../../lib/count-text.ts'
import { formatTime } from '../../../lib/dates.ts'
import { notify } from '../../../lib/notify.tsx'
import { formatPhone } from '../../../lib/phone.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { SubmitButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FactChanges, useConfirmedFacts } from '../../../ui/use-confirmed-facts.tsx'
import classes from './merge-dialog.module.css'
import { entryLabels, mergeMessages as messages } from './person-messages.ts'
import { joiningReads, useUndoJoining } from './use-joining.ts'

interface MergeDialogProps {
  opened: boolean
  person: string
  other: string
  onClose: () => void
  onMerged: () => void
}

/** Compares two records of one person side by side, and merges them (OQ-470). */
export function MergeDialog({ opened, person, other, onClose, onMerged }: MergeDialogProps) {
  const [isMerging, setMerging] = useState(false)
  const params = { person, other }
  const { data, error, refetch, isFetching } = useRead(
    comparePeople,
    { params },
    { enabled: opened, keepPrevious: false },
  )
  return (
    <Dialog opened={opened} onClose={onClose} title={messages.title} size="wide" closable={!isMerging}>
      {data ? (
        <Compared
          comparison={data}
          params={params}
          isCurrent={!isFetching}
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

/** What the dialog shows of both. */
const facts: readonly { term: string; of: (person: ComparedPerson) => string }[] = [
  { term: messages.name, of: ({ name }) => name },
  { term: messages.email, of: ({ emails }) => emails.join('\n') },
  { term: messages.phone, of: ({ phones }) => phones.map(formatPhone).join('\n') },
  { term: messages.since, of: ({ since }) => (since ? formatTime(since) : '') },
  { term: messages.records, of: recordsText },
]
const sides = ['kept', 'other'] as const

function Compared({
  comparison,
  params,
  isCurrent,
  onRefetch,
  onBusy,
  onClose,
  onMerged,
}: {
  comparison: PersonComparison
  params: { person: string; other: string }
  /** False while it is read again: a merge of the old one would be refused. */
  isCurrent: boolean
  onRefetch: () => Promise<unknown>
  onBusy: (isBusy: boolean) => void
  onClose: () => void
  onMerged: () => void
}) {
  const { problem, compared } = comparison
  const { call, isPending } = useCall(mergePeople, { invalidates: joiningReads })
  const { undoMove } = useUndoJoining()
  const [failure, setFailure] = useState<string>()
  const confirmed = useConfirmedFacts(
    true,
    sides.flatMap((side) =>
      facts.map(({ term, of }) => ({
        term: messages.of(term, messages[side]),
        value: of(comparison[side]) || messages.none,
      })),
    ),
  )

  const isShown = useIsShown()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending || problem !== null || !isCurrent) return
    setFailure(undefined)
    if (!confirmed.confirm()) return
    onBusy(true)
    try {
      const { data } = await call({ params, body: { compared } })
      notify.success(messages.merged, data.move === null ? undefined : undoMove(data.move))
      if (isShown.current) onMerged()
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
      <table className={classes.compared}>
        <thead>
          <tr>
            <td />
            {sides.map((side) => (
              <th key={side} scope="col">
                {messages[side]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(({ term, of }) => (
            <tr key={term}>
              <th scope="row">{term}</th>
              {sides.map((side) => (
                <td key={side} className="gr-lines gr-break">
                  {of(comparison[side]) || <span className="gr-faint">{messages.none}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {problem === null ? (
        <p className="gr-small gr-quiet">
          {messages.help} {messages.undoable(undoDays)}
        </p>
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
      <div className="gr-answers">
        <Button size="md" variant="subtle" disabled={isPending} onClick={onClose}>
          {messages.cancel}
        </Button>
        <SubmitButton busy={isPending} disabled={problem !== null || !isCurrent}>
          {messages.merge}
        </SubmitButton>
      </div>
    </form>
  )
}

function recordsText({ counts }: ComparedPerson): string {
  const parts = timelineKindNames.flatMap((kind) => {
    const count = counts[kind] ?? 0
    const [one, many] = entryLabels[kind]
    return count > 0 ? [`${countText(count)} ${count === 1 ? one : many}`] : []
  })
  return parts.join(', ') || messages.nothing
}
