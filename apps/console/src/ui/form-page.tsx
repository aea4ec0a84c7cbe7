import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { BusyButton } from './busy-button.tsx'
import classes from './form-page.module.css'
import { StatusGlyph } from './status-glyph.tsx'

interface FormPageProps {
  /** Called with the form valid in the browser's eyes or not: the form library judges. */
  onSubmit: () => void
  onCancel: () => void
  busy: boolean
  /** unsaved: something was changed; not-saved: the server refused; undefined says nothing. */
  status?: 'unsaved' | 'not-saved'
  submitLabel?: string
  cancelLabel?: string
  /** A form is 960 px wide, a wizard 880. */
  width?: 'form' | 'wizard'
  /** What stands above the sections, such as the steps of a wizard. */
  header?: ReactNode
  /** Replaces the bar's Cancel and Save, for a wizard; submit with a button of type submit. */
  actions?: ReactNode
  children: ReactNode
}

const statusWords = { unsaved: 'Unsaved changes', 'not-saved': 'Not saved' } as const

/** A form that fills the screen: sections, and a bar at the lower edge that stays in sight. */
export function FormPage({
  onSubmit,
  onCancel,
  busy,
  status,
  submitLabel = 'Save',
  cancelLabel = 'Cancel',
  width = 'form',
  header,
  actions,
  children,
}: FormPageProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <form className={classes.form} data-width={width} noValidate onSubmit={submit}>
      {header}
      <div className={classes.sections}>{children}</div>
      <div className={classes.bar}>
        <div className={classes.inner}>
          <span className={classes.status} role="status">
            {status && (
              <>
                <StatusGlyph shape="dot" tone={status === 'unsaved' ? 'warn' : 'bad'} size={9} />
                {statusWords[status]}
              </>
            )}
          </span>
          {actions ?? (
            <>
              <Button size="md" variant="subtle" onClick={onCancel}>
                {cancelLabel}
              </Button>
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
