import { getMasterclass } from '@greenroom/contract/masterclass/masterclass.endpoints'
import { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import { Button } from '@mantine/core'
import { useLocation, useParams } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { ApiError, failureHelp } from '../../lib/api/api-error.ts'
import { useRead } from '../../lib/api/hooks.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { detailWords, listWords } from './masterclass-messages.ts'
import classes from './masterclass-wizard.module.css'
import { MasterclassWizard } from './masterclass-wizard.tsx'

/** The wizard of a new masterclass or of a stored one (SHELL-16, SHELL-17). */
export function MasterclassFormPage({ mode }: { mode: 'create' | 'edit' }) {
  return mode === 'create' ? <MasterclassWizard record={null} /> : <EditPage />
}

/** Loads the masterclass that the address names; what the list handed over is a head start (MC-22, OQ-007). */
function EditPage() {
  const { id = '' } = useParams({ strict: false })
  const handedOver = useLocation({ select: (location) => location.state as { masterclass?: unknown } })
  const stored = useRead(getMasterclass, { params: { id } }, { keepPrevious: false })

  if (stored.error instanceof ApiError && stored.error.status === 404) throw stored.error
  const record = stored.data ?? headStart(handedOver.masterclass, id)
  if (record) return <MasterclassWizard key={id} record={record} />
  if (stored.isError) {
    return (
      <StatePanel
        kind="error"
        title={detailWords.loadFailed}
        help={failureHelp(stored.error)}
        action={
          <Button variant="default" onClick={() => void stored.refetch()}>
            {listWords.retry}
          </Button>
        }
      />
    )
  }
  return <Waiting />
}

function headStart(state: unknown, id: string): Masterclass | null {
  const { data } = z.safeParse(Masterclass, state)
  return data?._id === id ? data : null
}

/** The shape of the first step. */
function Waiting() {
  return (
    <div role="status" aria-label={detailWords.loading} className={classes.waiting}>
      <div className={classes.waitingSteps}>
        <Skeleton width="160px" height={20} />
        <Skeleton width="120px" height={20} />
        <Skeleton width="120px" height={20} />
      </div>
      <div className={classes.waitingSection}>
        <Skeleton width="80px" height={16} />
        <div className={classes.waitingFields}>
          <Skeleton height={36} />
          <Skeleton height={100} />
          <Skeleton height={124} />
        </div>
      </div>
    </div>
  )
}
