import { listAdvisorClashes, type updateLead } from '@greenroom/contract/people/advisory/advisory.endpoints'
import type { Lead } from '@greenroom/contract/people/advisory/advisory.schema'
import { callStatus } from '@greenroom/contract/people/advisory/lead-pipeline.rules'
import type { AdvisorClash } from '@greenroom/contract/people/advisory/lead-pipeline.schema'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatTime } from '../../../lib/dates.ts'
import { useQuestion } from '../../../shared/record/edit-conflict/use-question.ts'
import { ConfirmDialog } from '../../../shared/record/question/confirm-dialog.tsx'
import { useAdvisorName } from './advisor-choices.ts'
import { clashMessages } from './advisory-messages.ts'
import { formatCallTime } from './call-time.ts'

interface Asked {
  advisorId: string
  clashes: readonly AdvisorClash[]
}

/**
 * The choice of an advisor for a lead: tells who is busy at the time of its call, and asks before a second call at the
 * same time (OQ-506). While the clashes load, or if that fails, the server's warning tells of one afterwards.
 * @param onChoose gets whether the person accepted a clash
 */
export function useAdvisorChoice(lead: Lead, onChoose: (advisorId: string, knowsClashes: boolean) => void) {
  const mayAssign = useMay<typeof updateLead>('advisory.write')
  const takesTime = lead.status === callStatus && Date.parse(lead.start_time) >= Date.now()
  const { data: clashes } = useRead(
    listAdvisorClashes,
    { params: { id: lead._id } },
    { enabled: mayAssign && takesTime, keepPrevious: false },
  )
  const { question, opened, ask, answer } = useQuestion<Asked, boolean>(false)
  const name = useAdvisorName(question ? { _id: question.advisorId } : null)
  const clashesOf = (id: string) =>
    (takesTime ? clashes?.filter((one) => one.advisor_id === id) : undefined) ?? []

  const choose = async (advisorId: string): Promise<void> => {
    const found = clashesOf(advisorId)
    if (found.length === 0) onChoose(advisorId, false)
    else if (await ask({ advisorId, clashes: found })) onChoose(advisorId, true)
  }
  const markOf = (id: string) => {
    const [first] = clashesOf(id)
    return first && clashMessages.busy(formatCallTime(first.start_time))
  }
  const dialog = question && (
    <ConfirmDialog
      opened={opened}
      title={clashMessages.title(name)}
      confirmLabel={clashMessages.confirm}
      destructive={false}
      onConfirm={async () => answer(true)}
      // Also called after a yes, when the question is already answered.
      onClose={() => answer(false)}
    >
      {clashMessages.help(
        name,
        question.clashes
          .map((one) =>
            clashMessages.call(
              one.reference_record_id,
              one.service_name,
              formatTime(one.start_time),
              formatTime(one.free_at),
            ),
          )
          .join('; and '),
      )}
    </ConfirmDialog>
  )
  return { choose, markOf, dialog }
}
