import { Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import classes from './active-switch.module.css'
import { type ActiveState, type ActiveSwitchSpec, setActive } from './set-active.ts'

interface ActiveSwitchProps {
  spec: ActiveSwitchSpec
  record: ActiveState
  /** The label of the form's field: "Active". */
  label: string
  /** The name of the record. */
  of: string
  /** Without it the state is plain text. */
  mayChange: boolean
}

/** Switches the record of a card on or off, or names its state. */
export function ActiveSwitch({ spec, record, label, of, mayChange }: ActiveSwitchProps) {
  const client = useQueryClient()
  if (!mayChange) return <span className={classes.state}>{record.is_active ? 'Active' : 'Inactive'}</span>
  return (
    <Switch
      size="xs"
      labelPosition="left"
      classNames={{ root: classes.root, body: classes.body, label: classes.label }}
      label={label}
      aria-label={`${label}, ${of}`}
      checked={record.is_active}
      onChange={(event) => void setActive(client, spec, record, event.currentTarget.checked)}
    />
  )
}
