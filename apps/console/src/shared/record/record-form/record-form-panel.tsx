import type { ReactNode } from 'react'
import { RecordFormPage } from './record-form-page.tsx'
import classes from './record-form-panel.module.css'
import type { AnyRecordForm } from './use-record-form.tsx'

interface RecordFormPanelProps {
  of: AnyRecordForm
  submitLabel: string
  onSubmit: () => void
  children: ReactNode
}

/** A form inside a tab, laid out as one that fills the screen. It has no Cancel, because nothing closes. */
export function RecordFormPanel(props: RecordFormPanelProps) {
  return (
    <div className={classes.panel}>
      <RecordFormPage {...props} />
    </div>
  )
}
