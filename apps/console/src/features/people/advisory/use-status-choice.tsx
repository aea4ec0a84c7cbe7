import type { LeadStatus } from '@greenroom/contract/lead-status'
import { type Lead, reasonStatuses } from '@greenroom/contract/people/advisory/advisory.schema'
import { useQuestion } from '../../../shared/record/edit-conflict/use-question.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import type { ClosedFor } from './close-reason-dialog.tsx'
import type { useLeadWrites } from './lead-writes.ts'

const CloseReasonDialog = lazyDialog('close-reason-dialog', () =>
  import('./close-reason-dialog.tsx').then((part) => part.CloseReasonDialog),
)

interface Asked {
  lead: Lead
  status: LeadStatus
  /** A new key for each question resets the form. */
  id: number
}

let asked = 0

/** Saves a chosen status. For one that closes a lead without a sale it asks for the reason first (OQ-504). */
export function useStatusChoice(writes: ReturnType<typeof useLeadWrites>) {
  const { question, opened, ask, answer } = useQuestion<Asked, ClosedFor | null>(null)

  const reasonFor = (lead: Lead, status: LeadStatus) => ask({ lead, status, id: ++asked })
  /** @returns whether it was saved; false too if the person gave it up */
  const setStatus = async (lead: Lead, status: LeadStatus): Promise<boolean> => {
    if (!reasonStatuses.includes(status)) return writes.setStatus(lead, status)
    const reason = await reasonFor(lead, status)
    return reason !== null && writes.setStatus(lead, status, reason)
  }
  const changeReason = async (lead: Lead): Promise<void> => {
    const reason = await reasonFor(lead, lead.status)
    if (reason !== null) await writes.setReason(lead, reason)
  }
  const dialog = question && (
    <CloseReasonDialog
      key={question.id}
      opened={opened}
      lead={question.lead}
      status={question.status}
      onSave={answer}
      onClose={() => answer(null)}
    />
  )
  return { setStatus, changeReason, dialog }
}
