import { setMasterclassStatus } from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import {
  getMasterclass,
  listMasterclasses,
} from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import { useCall, useRead } from '../../../lib/api/hooks.ts'
import { failureText, notify } from '../../../lib/notify.tsx'
import { editConflictMessages } from '../../../shared/record/edit-conflict/edit-conflict-messages.ts'
import { useSeenRecord } from '../../../shared/record/edit-conflict/use-seen-record.ts'
import { FactQuestion } from '../../../shared/record/question/fact-question.tsx'
import { yesOrNo } from '../../../shared/record/question/yes-or-no.ts'
import { refresh, undoOf } from '../../../shared/record/undo/undo.ts'
import { keptSeats } from '../../../shared/sessions/registered-notice/registered-people.ts'
import { masterclassDeactivateMessages, masterclassProgress } from './masterclass-form-messages.ts'

interface MasterclassDeactivateDialogProps {
  opened: boolean
  masterclass: Masterclass
  onClose: () => void
  /** Called after it has moved to Draft. */
  onDone: () => void
}

/** Asks for confirmation and deactivates a masterclass (MC-16, MC-17, OQ-029). */
export function MasterclassDeactivateDialog({
  opened,
  masterclass,
  onClose,
  onDone,
}: MasterclassDeactivateDialogProps) {
  const { call } = useCall(setMasterclassStatus, {
    invalidates: [listMasterclasses, getMasterclass],
    refreshesOnConflict: true,
  })
  const seen = useSeenRecord(masterclass)
  // The list behind the question keeps its rows in place; people who register meanwhile are a fact of the question.
  const current = useRead(
    getMasterclass,
    { params: { id: masterclass._id } },
    { enabled: opened, initialData: masterclass, refetchMs: 5_000, isBackground: true },
  )

  const client = useQueryClient()

  const deactivate = async () => {
    // Send the new state, so that a second request does not activate it again.
    const work = seen.during(
      call({ body: { masterclass_id: masterclass._id, is_active: false }, version: seen.record.version }),
    )
    const { error } = masterclassProgress.deactivate
    try {
      await notify.progress(
        work,
        {
          ...masterclassProgress.deactivate,
          error: (reason) =>
            isDraftByNow(reason) ? editConflictMessages.alreadyMade : failureText(error, reason),
        },
        {
          undo: ({ data }) =>
            undoOf({
              send: (version) =>
                callEndpoint(setMasterclassStatus, {
                  body: { masterclass_id: masterclass._id, is_active: true },
                  version,
                }),
              version: data.version,
              describe: (record) => masterclassDeactivateMessages.now(z.parse(Masterclass, record).is_active),
              onEnd: () => refresh(client, [listMasterclasses, getMasterclass]),
            }),
        },
      )
    } catch (reason) {
      if (!isDraftByNow(reason)) throw reason
    }
    onDone()
  }

  const { title } = seen.record
  const { registrations_count } = current.data ?? seen.record
  return (
    <FactQuestion
      opened={opened}
      title={masterclassDeactivateMessages.title}
      {...yesOrNo}
      onConfirm={deactivate}
      onClose={onClose}
      facts={[
        { term: masterclassDeactivateMessages.seats, value: String(registrations_count) },
        { term: masterclassDeactivateMessages.name, value: title },
      ]}
      describeFailure={failureMessage}
    >
      {masterclassDeactivateMessages.effect(title)}
      {keptSeats(registrations_count)}
    </FactQuestion>
  )
}

/** Whether the refusal says that somebody else has deactivated it: nothing is left to do, and to undo (OQ-525). */
function isDraftByNow(reason: unknown): boolean {
  if (!(reason instanceof ApiError) || reason.code !== 'STALE') return false
  const { success, data } = z.safeParse(Masterclass, reason.data)
  return success && !data.is_active
}
