import type { ReactNode } from 'react'
import { RestoredNotice, SendingNotice } from '../../../ui/form-notice.tsx'
import { FormNews } from '../colleagues/form-news.tsx'
import classes from './form-fields.module.css'
import type { AnyRecordForm } from './use-record-form.tsx'

/** The notices of a form and its fields, which are locked while it is being saved. */
export function FormFields({ of, children }: { of: AnyRecordForm; children: ReactNode }) {
  const { isRestored, lost, share, cancelUpload } = of.notices
  return (
    <>
      {of.recordId !== null && <FormNews form={of.name} id={of.recordId} isDirty={of.isDirty} />}
      {isRestored && <RestoredNotice lost={lost} onDiscard={of.reset} />}
      {share !== null && share < 1 && <SendingNotice share={share} onCancel={cancelUpload} />}
      <fieldset disabled={of.isSaving} className={classes.fields}>
        <div ref={of.screen} className="gr-contents">
          {children}
        </div>
      </fieldset>
    </>
  )
}
