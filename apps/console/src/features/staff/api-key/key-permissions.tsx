import { permissionTexts } from '@greenroom/contract/access/permission-texts'
import { keyPermissions } from '@greenroom/contract/staff/api-key/api-key.schema'
import { Checkbox } from '@mantine/core'
import { type ReactNode, type Ref, useId } from 'react'
import { LightButton } from '../../../ui/light-button.tsx'
import { keyPresets, keySections, apiKeyDialogMessages as messages } from './api-key-messages.ts'
import classes from './key-permissions.module.css'

type Permissions = typeof keyPermissions
const kinds = ['read', 'write', 'export'] as const

interface KeyPermissionsProps {
  chosen: Permissions
  disabled: boolean
  error: ReactNode
  onChange: (chosen: Permissions) => void
  /** The first check box, which takes the focus when none is checked. */
  first: Ref<HTMLInputElement>
}

/** What a key may do: a section to a line, with what can be done there in columns, and what usual servers need. */
export function KeyPermissions({ chosen, disabled, error, onChange, first }: KeyPermissionsProps) {
  const id = useId()
  const toggle = (permission: Permissions[number], isChosen: boolean) =>
    onChange(keyPermissions.filter((one) => (one === permission ? isChosen : chosen.includes(one))))
  return (
    <fieldset className={classes.field} aria-describedby={error ? id : undefined}>
      <legend className="gr-legend">
        {messages.permissions}
        <span className="gr-danger" aria-hidden="true">
          {' '}
          *
        </span>
      </legend>
      <div className={classes.presets}>
        <span className="gr-small gr-faint">{messages.presets}</span>
        {keyPresets.map((preset) => (
          <LightButton
            key={preset.name}
            disabled={disabled}
            onClick={() => onChange(keyPermissions.filter((one) => preset.permissions.includes(one)))}
          >
            {preset.name}
          </LightButton>
        ))}
      </div>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{messages.section}</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                {messages.kinds[kind]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keySections.map(({ prefix, name, covers }, place) => (
            <tr key={prefix}>
              <th scope="row">
                {name}
                <span className={classes.covers}>{covers}</span>
              </th>
              {kinds.map((kind) => {
                const permission = keyPermissions.find((one) => one === `${prefix}.${kind}`)
                return (
                  <td key={kind}>
                    {permission && (
                      <Checkbox
                        ref={place === 0 && kind === 'read' ? first : undefined}
                        aria-label={`${name}: ${messages.kinds[kind]}`}
                        title={`${permission}: ${permissionTexts[permission]}`}
                        disabled={disabled}
                        checked={chosen.includes(permission)}
                        onChange={(event) => toggle(permission, event.currentTarget.checked)}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {error && (
        <p id={id} className="mantine-InputWrapper-error gr-fine" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
