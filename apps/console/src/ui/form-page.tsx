import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { BusyButton } from './busy-button.tsx'
import { ProblemNotice } from './form-notice.tsx'
import classes from './form-page.module.css'
import { StatusGlyph } from './status-glyph.tsx'

export interface FormPageProps {
  /** Called even if native validation fails: the form library validates. */
  onSubmit: () => void
  /** Without it there is no Cancel, as in a tab, where nothing closes. */
  onCancel?: () => void
  busy: boolean
  /** unsaved: something was changed; not-saved: the save failed; undefined shows nothing. */
  status?: 'unsaved' | 'not-saved' | undefined
  /** Why the save failed, if no field shows it. It stays beside the buttons until the next submit. */
  problem?: string | null
  /** Shown above the buttons, for example what a save means to others. */
  notice?: ReactNode
  submitLabel?: string
  cancelLabel?: string
  /** Whether a preview is beside the fields, for which it takes the width of the page. */
  isWide?: boolean
  /** Shown above the sections, for example the steps of a wizard. */
  header?: ReactNode
  /** For a wizard, replaces Cancel and Save of the bar. Submit with a button of type submit. */
  actions?: ReactNode
  children: ReactNode
}

const statusLabels = { unsaved: 'Unsaved changes', 'not-saved': 'Not saved' } as const

/** A full-screen form: sections, and a sticky bar with the buttons at the bottom. */
export function FormPage({
  onSubmit,
  onCancel,
  busy,
  status,
  problem,
  notice,
  submitLabel = 'Save',
  cancelLabel = 'Cancel',
  isWide = false,
  header,
  actions,
  children,
}: FormPageProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <form className={classes.form} data-wide={isWide || undefined} noValidate onSubmit={submit}>
      {header}
      <div className={classes.sections}>{children}</div>
      <div className={classes.bar}>
        {notice}
        {problem != null && <ProblemNotice message={problem} />}
        <div className={classes.inner}>
          <span className={classes.status} role="status">
            {status && (
              <>
                <StatusGlyph shape="dot" tone={status === 'unsaved' ? 'warn' : 'bad'} size={9} />
                {statusLabels[status]}
              </>
            )}
          </span>
          {actions ?? (
            <>
              {onCancel && (
                <Button size="md" variant="subtle" onClick={onCancel}>
                  {cancelLabel}
                </Button>
              )}
              <BusyButton size="md" type="submit" busy={busy}>
                {submitLabel}
              </BusyButton>
            </>
          )}
        </div>
      </div>
    </form>
  )
}
