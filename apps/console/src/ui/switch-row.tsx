import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './switch-row.module.css'

interface SwitchRowProps {
  label: string
  /** One line about its effect. */
  description?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A label with a switch at its right end. */
export function SwitchRow({ label, description, checked, onChange, disabled }: SwitchRowProps) {
  return (
    <Switch
      classNames={{ body: classes.body, labelWrapper: 'gr-grow' }}
      labelPosition="left"
      label={label}
      description={description}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      disabled={disabled}
    />
  )
}
