import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import type { FieldLabel, Sending } from '../record-form/record-form.ts'
import classes from './edit-conflict-dialog.module.css'

/** The fields that two people changed differently. */
export interface ConflictQuestion {
  conflicts: readonly { field: string; stored: unknown; typed: unknown }[]
  /** The form's declaration, for the labels of its fields. */
  spec: { labels: object; labelOf?: (field: string) => string }
  fileOf: Sending['fileOf']
}

/** A field with both of its values, formatted. */
interface LabelledConflict {
  field: string
  label: string
  /** What someone else has saved. */
  stored: ReactNode
  /** What was entered here. */
  typed: ReactNode
}

interface ChoicesProps {
  conflicts: readonly LabelledConflict[]
  /** Called with the fields that keep what was entered here; null to go on editing. */
  onSave: (mine: ReadonlySet<string>) => void
  /** Returns to the form. */
  onClose: () => void
}

interface EditConflictDialogProps extends Omit<ChoicesProps, 'conflicts'>, ConflictQuestion {
  opened: boolean
}

/** Shows both values of each field that two people changed, to choose from (OQ-109). */
export function EditConflictDialog({ opened, onSave, onClose, ...question }: EditConflictDialogProps) {
  const conflicts = labelled(question)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={conflicts.length === 1 ? 'Which change stays?' : 'Which changes stay?'}
      size="wide"
      role="alertdialog"
      withCloseButton={false}
    >
      {/* Resets the choices for another question. */}
      <Choices
        key={conflicts.map(({ field }) => field).join()}
        conflicts={conflicts}
        onSave={onSave}
        onClose={onClose}
      />
    </Dialog>
  )
}

function Choices({ conflicts, onSave, onClose }: ChoicesProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())

  const choose = (field: string, isTheirs: boolean) => {
    const next = new Set(theirs)
    if (isTheirs) next.add(field)
    else next.delete(field)
    setTheirs(next)
  }
  const save = () => {
    onSave(new Set(conflicts.map(({ field }) => field).filter((field) => !theirs.has(field))))
  }

  return (
    <>
      <p className="gr-quiet">
        Someone else saved this while you were editing. Nothing of yours is saved yet.
      </p>
      {conflicts.map(({ field, label, stored, typed }) => (
        <fieldset key={field} className={classes.conflict}>
          <legend className="gr-legend">{label}</legend>
          <div className={classes.values}>
            <Choice
              name={field}
              who="Yours"
              checked={!theirs.has(field)}
              onChoose={() => choose(field, false)}
            >
              {typed}
            </Choice>
            <Choice
              name={field}
              who="Theirs"
              checked={theirs.has(field)}
              onChoose={() => choose(field, true)}
            >
              {stored}
            </Choice>
          </div>
        </fieldset>
      ))}
      <div className="gr-answers">
        <Button size="md" variant="subtle" data-autofocus onClick={onClose}>
          Back to the form
        </Button>
        <Button size="md" onClick={save}>
          Save
        </Button>
      </div>
    </>
  )
}

interface ChoiceProps {
  name: string
  who: string
  checked: boolean
  onChoose: () => void
  children: ReactNode
}

function Choice({ name, who, checked, onChoose, children }: ChoiceProps) {
  return (
    <label className={classes.choice}>
      <input type="radio" name={`conflict-${name}`} checked={checked} onChange={onChoose} />
      <span className="gr-shrink">
        <span className="gr-block gr-fine gr-quiet">{who}</span>
        <span className={classes.value}>{children}</span>
      </span>
    </label>
  )
}

function labelled({ conflicts, spec, fileOf }: ConflictQuestion): LabelledConflict[] {
  const labels = spec.labels as Record<string, FieldLabel | undefined>
  return conflicts.map(({ field, stored, typed }) => {
    const { label = spec.labelOf?.(field) ?? field, show }: Partial<FieldLabel> = labels[field] ?? {}
    const written = (value: unknown): ReactNode => {
      const file = fileOf(value)
      if (file) return file.name
      if (value === null || value === undefined || value === '') return 'Empty'
      if (typeof value === 'boolean') return value ? 'Yes' : 'No'
      return show ? show(value as never, fileOf) : String(value)
    }
    return { field, label, stored: written(stored), typed: written(typed) }
  })
}
