import { getMasterclass } from '@greenroom/contract/masterclass/masterclass.endpoints'
import { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import { Button } from '@mantine/core'
import { failureHelp } from '../../lib/api/api-error.ts'
import { useEditedRecord } from '../../shared/edited-record/use-edited-record.ts'
import { Loading } from '../../ui/loading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { detailWords, listWords } from './masterclass-messages.ts'
import classes from './masterclass-wizard.module.css'
import { MasterclassWizard } from './masterclass-wizard.tsx'

/** The wizard of a new masterclass or of a stored one (SHELL-16, SHELL-17). */
export function MasterclassFormPage({ mode }: { mode: 'create' | 'edit' }) {
  return mode === 'create' ? <MasterclassWizard record={null} /> : <EditPage />
}

/** The wizard of the masterclass that the address names (MC-22, OQ-007). */
function EditPage() {
  const { id, record, error, retry } = useEditedRecord(getMasterclass, Masterclass, 'masterclass')
  if (record) return <MasterclassWizard key={id} record={record} />
  if (error === null) return <Waiting />
  return (
    <StatePanel
      kind="error"
      title={detailWords.loadFailed}
      help={failureHelp(error)}
      action={
        <Button variant="default" onClick={retry}>
          {listWords.retry}
        </Button>
      }
    />
  )
}

/** The shape of the first step. */
function Waiting() {
  return (
    <Loading label={detailWords.loading} className={classes.waiting}>
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
    </Loading>
  )
}
