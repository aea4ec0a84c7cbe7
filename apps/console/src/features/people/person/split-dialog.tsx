import { listPersonIdentifiers, splitPerson } from '@greenroom/contract/people/person/person.endpoints'
import type { PersonIdentifier } from '@greenroom/contract/people/person/person.schema'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall, useRead } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { formatPhone } from '../../../lib/phone.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { splitMessages as messages } from './person-messages.ts'
import { joiningReads, useUndoJoining } from './use-joining.ts'

interface SplitDialogProps {
  opened: boolean
  person: string
  onClose: () => void
}

const keyOf = ({ kind, value }: PersonIdentifier) => `${kind} ${value}`

/** Makes two people of one: asks what the other one is found by (OQ-728). */
export function SplitDialog({ opened, person, onClose }: SplitDialogProps) {
  const { data, error, refetch } = useRead(
    listPersonIdentifiers,
    { params: { person } },
    { enabled: opened, keepPrevious: false },
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState<string>()
  const { call, isPending } = useCall(splitPerson, { invalidates: joiningReads })
  const { undoMove } = useUndoJoining()
  const isShown = useIsShown(opened)

  const choose = (one: PersonIdentifier, isChosen: boolean) => {
    setProblem(undefined)
    // What is an account's own goes with it.
    const keys = (data ?? [])
      .filter(
        (other) => keyOf(other) === keyOf(one) || (one.kind === 'account' && other.account_id === one.value),
      )
      .map(keyOf)
    setChosen(new Set(isChosen ? [...chosen, ...keys] : [...chosen].filter((key) => !keys.includes(key))))
  }

  const submit = async () => {
    const taken = (data ?? []).filter((one) => chosen.has(keyOf(one)))
    if (taken.length === 0) return setProblem(messages.choose)
    if (taken.length === data?.length) return setProblem(messages.all)
    try {
      const identifiers = taken.map(({ kind, value }) => ({ kind, value }))
      const { data: split } = await call({ params: { person }, body: { identifiers } })
      notify.success(messages.done, split.move === null ? undefined : undoMove(split.move))
      if (!isShown.current) return
      setChosen(new Set())
      onClose()
    } catch (failure) {
      if (isShown.current) setProblem(failureMessage(failure))
      else notify.error(failureMessage(failure))
    }
  }

  const hasChoice = data?.some((one) => one.kind === 'account' || one.account_id === null)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      closable={!isPending}
      title={messages.title}
      focusesTitle
      footer={
        <>
          <Button variant="subtle" disabled={isPending} onClick={onClose}>
            {messages.cancel}
          </Button>
          <BusyButton
            busy={isPending}
            disabled={!data || !hasChoice || data.length < 2}
            onClick={() => void submit()}
          >
            {messages.split}
          </BusyButton>
        </>
      }
    >
      {data ? (
        data.length < 2 ? (
          <p>{messages.nothing}</p>
        ) : (
          <fieldset className="gr-stack" disabled={isPending}>
            <legend className="gr-legend">{messages.legend}</legend>
            <p className="gr-small gr-quiet">{messages.help}</p>
            {data.map((one) => (
              <Checkbox
                key={keyOf(one)}
                label={labelOf(one)}
                description={noteOf(one, data)}
                checked={chosen.has(keyOf(one))}
                disabled={one.kind !== 'account' && one.account_id !== null}
                onChange={(event) => choose(one, event.currentTarget.checked)}
              />
            ))}
            {problem !== undefined && (
              <p className="gr-error" role="alert">
                {problem}
              </p>
            )}
          </fieldset>
        )
      ) : error ? (
        <LoadFailure title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label={messages.loading} className="gr-stack">
          {['70%', '50%', '60%'].map((width) => (
            <Skeleton key={width} width={width} height={20} />
          ))}
        </Loading>
      )}
    </Dialog>
  )
}

function labelOf({ kind, value, names }: PersonIdentifier): string {
  if (kind === 'account') return messages.account(names.at(-1) ?? '')
  return kind === 'phone' ? formatPhone(value) : value
}

/** Whose it is, or the names that came with it. */
function noteOf(
  { kind, account_id, names }: PersonIdentifier,
  all: readonly PersonIdentifier[],
): string | undefined {
  if (kind === 'account') return undefined
  if (account_id !== null) {
    return messages.ofAccount(all.find(({ value }) => value === account_id)?.names.at(-1) ?? '')
  }
  return names.join(', ') || undefined
}
