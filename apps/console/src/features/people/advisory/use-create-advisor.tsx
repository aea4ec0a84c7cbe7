import type { createAdvisor } from '@greenroom/contract/people/advisory/advisory.endpoints'
import type { Advisor } from '@greenroom/contract/people/advisory/advisory.schema'
import { useState } from 'react'
import { useMay } from '../../../lib/api/permissions.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { advisorMessages } from './advisory-messages.ts'

const CreateAdvisor = lazyDialog('create-advisor', () =>
  import('./create-advisor-dialog.tsx').then((part) => part.CreateAdvisorDialog),
)

/** Offers to create an advisor where a search finds none (OQ-535): what RecordPicker takes, and its dialog. */
export function useCreateAdvisor(onCreated: (advisor: Advisor) => void) {
  const [missing, setMissing] = useState<string>()
  const mayCreate = useMay<typeof createAdvisor>('advisory.write')
  return {
    create: mayCreate
      ? {
          label: `+ ${advisorMessages.create}`,
          onCreate: setMissing,
        }
      : undefined,
    dialog: missing !== undefined && (
      <CreateAdvisor opened typed={missing} onCreated={onCreated} onClose={() => setMissing(undefined)} />
    ),
  }
}
