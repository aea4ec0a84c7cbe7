import { IconId } from '@tabler/icons-react'
import classes from './copied-fact.module.css'
import { CopyValue } from './copy-value.tsx'

interface CopiedFactProps {
  label: string
  value: string
  /** What is shown, where it is not what is copied. */
  shown?: string
  /** The name of the record. */
  of: string
}

/** A value of a card with its copy button. A long value is cut with an ellipsis. */
export function CopiedFact({ label, value, shown = value, of }: CopiedFactProps) {
  return (
    <span className={classes.fact}>
      <span className="gr-unseen">{label}: </span>
      <span className="gr-ellipsis" title={value}>
        {shown}
      </span>
      <CopyValue
        value={value}
        label={`Copy ${label} of ${of}`}
        copied={`${label} copied`}
        className={classes.copy}
      />
    </span>
  )
}

/** The id of a record behind a copy icon. */
export function CopyId({ id, of }: { id: string; of: string }) {
  return <CopyValue value={id} label={`Copy ID of ${of}`} copied="ID copied" icon={IconId} title={id} />
}
