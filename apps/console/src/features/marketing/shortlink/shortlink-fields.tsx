import { schemeList, shortlinkMessages } from '@greenroom/contract/marketing/shortlink/shortlink.schema'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useSession } from '../../../lib/api/current-session.ts'
import { useRowFocus } from '../../../shared/record/record-form/use-row-focus.ts'
import { FixedValue } from '../../../ui/fixed-value.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { Suggestions } from '../../../ui/suggestions.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import classes from './shortlink-fields.module.css'
import { newRow, type ShortlinkFormValues } from './shortlink-form-values.ts'
import { shortlinkFormMessages as messages } from './shortlink-messages.ts'

type ShortlinkForm = UseFormReturnType<ShortlinkFormValues>

/** The code of the address. That of a stored link cannot be changed (LINK-08). */
export function CodeField({ form, isStored }: { form: ShortlinkForm; isStored: boolean }) {
  if (isStored) {
    return (
      <FixedValue
        label={messages.shortCode}
        value={<span className="gr-mono">{form.values.shortCode}</span>}
        hint={messages.shortCodeFixed}
      />
    )
  }
  return (
    <TextField
      form={form}
      path="shortCode"
      label={messages.shortCode}
      spellCheck={false}
      hint={messages.shortCodeHint}
    />
  )
}

/** The two URLs, of which one is enough (LINK-04). */
export function TargetFields({ form }: { form: ShortlinkForm }) {
  const appSchemes = useSession()?.settings.shortlink_app_schemes
  // If both URLs are missing, the error is shown at the first one, and filling either one clears it.
  const type = (path: string) => (event: unknown) => {
    if (form.errors.webUrl === shortlinkMessages.urlRequired) form.clearFieldError('webUrl')
    form.getInputProps(path).onChange(event)
  }
  return (
    <>
      <TextField
        form={form}
        path="webUrl"
        label={messages.webUrl}
        type="url"
        placeholder="https://"
        onChange={type('webUrl')}
      />
      <TextField
        form={form}
        path="appUrl"
        label={messages.appUrl}
        type="url"
        // A space keeps the line free until the settings are loaded.
        hint={appSchemes ? messages.appUrlHint(schemeList(appSchemes)) : '\u00a0'}
        onChange={type('appUrl')}
      />
    </>
  )
}

/** Names that reports of campaigns read. */
const usualNames = ['utm_source', 'utm_medium', 'utm_campaign']

/** The parameters, one row each (LINK-07). */
export function ParameterFields({ form }: { form: ShortlinkForm }) {
  const { params } = form.values
  const { rows, add, focusField } = useRowFocus<HTMLDivElement>()
  const insert = (name: string) => {
    form.insertListItem('params', newRow(name))
    focusField(`params.${params.length}.${name === '' ? 'name' : 'value'}`)
  }

  return (
    <div ref={rows} className="gr-tight">
      {params.length > 0 && (
        <div className={classes.heads} aria-hidden="true">
          <span>{messages.name}</span>
          <span />
          <span>{messages.value}</span>
        </div>
      )}
      {params.map(({ key }, place) => (
        <div key={key} className={classes.row}>
          <TextField
            form={form}
            path={`params.${place}.name`}
            aria-label={messages.nameOf(place + 1)}
            placeholder={messages.name}
            spellCheck={false}
          />
          <span className={classes.equals} aria-hidden="true">
            =
          </span>
          <TextField
            form={form}
            path={`params.${place}.value`}
            aria-label={messages.valueOf(place + 1)}
            placeholder={messages.value}
            spellCheck={false}
          />
          <IconButton
            label={messages.removeParameter(place + 1)}
            icon={<IconTrash size={15} stroke={1.5} aria-hidden="true" />}
            className={classes.remove}
            onClick={() => {
              form.removeListItem('params', place)
              // The following rows have moved, so their errors are obsolete.
              form.clearErrors()
              focusField(`params.${Math.min(place, params.length - 2)}.name`)
            }}
          />
        </div>
      ))}
      {form.errors.params && (
        <p className="gr-fine gr-danger" role="alert">
          {form.errors.params}
        </p>
      )}
      <div className={classes.foot}>
        <LightButton
          ref={add}
          icon={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => insert('')}
        >
          {messages.addParameter}
        </LightButton>
        <Suggestions
          label={messages.usualParameters}
          choices={usualNames.filter((name) => params.every((row) => row.name.trim() !== name))}
          nameOf={messages.addNamed}
          icon={<IconPlus size={12} stroke={1.5} aria-hidden="true" />}
          onPick={insert}
        />
      </div>
    </div>
  )
}
