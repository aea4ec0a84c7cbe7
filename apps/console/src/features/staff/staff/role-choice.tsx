import '@mantine/core/styles/Radio.layer.css'
import { type Role, roles } from '@greenroom/contract/access/permission'
import { permissionTexts } from '@greenroom/contract/access/permission-texts'
import { permissionsOf } from '@greenroom/contract/access/role'
import { roleTexts } from '@greenroom/contract/access/role-texts'
import { Radio } from '@mantine/core'
import classes from './role-choice.module.css'
import { roleMessages } from './staff-messages.ts'

interface RoleChoiceProps {
  label: string
  value: Role
  onChange: (role: Role) => void
  disabled: boolean
}

/** A choice of one role, with what the chosen one may do. */
export function RoleChoice({ label, value, onChange, disabled }: RoleChoiceProps) {
  return (
    <>
      <Radio.Group label={label} value={value} onChange={(chosen) => onChange(chosen as Role)}>
        <div className={classes.roles}>
          {roles.map((role) => (
            <Radio
              key={role}
              value={role}
              disabled={disabled}
              label={roleTexts[role].name}
              description={roleTexts[role].description}
            />
          ))}
        </div>
      </Radio.Group>
      <details className={classes.details}>
        <summary className={classes.summary}>{roleMessages.allows}</summary>
        <ul className={classes.permissions}>
          {[...permissionsOf(value)].map((permission) => (
            <li key={permission}>{permissionTexts[permission]}</li>
          ))}
        </ul>
      </details>
    </>
  )
}
