import { isAppAddress, isReservedShortCode } from '@greenroom/contract/marketing/shortlink/shortlink.rules'
import {
  mostParameters,
  type NewShortlink,
  Shortlink,
  type ShortlinkTarget,
  shortlinkFields,
  shortlinkMessages,
} from '@greenroom/contract/marketing/shortlink/shortlink.schema'
import * as z from 'zod/mini'
import type { RecordForm } from '../../../shared/record/record-form/record-form.ts'
import { shortlinkFormMessages } from './shortlink-messages.ts'

/** The form values. The key identifies a parameter row when rows move. */
export const ShortlinkFormValues = z.object({
  shortCode: z.string(),
  webUrl: z.string(),
  appUrl: z.string(),
  params: z.array(z.object({ key: z.string(), name: z.string(), value: z.string() })),
})
export type ShortlinkFormValues = z.output<typeof ShortlinkFormValues>
type ParameterRow = ShortlinkFormValues['params'][number]

/** A short link as an edit compares it. Each parameter is a field of its own, null if there is none. */
type EditedShortlink = { webUrl: string | null; appUrl: string | null } & {
  [parameter: `param:${string}`]: string | null
}

/** Returns a row for another parameter. */
export function newRow(name = '', value = ''): ParameterRow {
  // Random, because rows of a restored draft keep their keys.
  return { key: `row-${crypto.getRandomValues(new Uint32Array(1))[0]}`, name, value }
}

/** Returns the values of an empty form. */
function emptyShortlinkValues(): ShortlinkFormValues {
  return { shortCode: '', webUrl: '', appUrl: '', params: [] }
}

/** Returns the form values of a stored link. */
function shortlinkValuesOf({ shortCode, webUrl, appUrl, params }: Shortlink): ShortlinkFormValues {
  return {
    shortCode,
    webUrl: webUrl ?? '',
    appUrl: appUrl ?? '',
    params: Object.entries(params).map(([name, value]) => newRow(name, value)),
  }
}

/**
 * Returns the error of each invalid field by path (LINK-04 to LINK-07).
 * @param isWhole false while the form is still being filled: the other URL may follow
 * @param appSchemes the schemes allowed for an app URL; undefined until the settings are loaded, and then only the
 * server validates them (OQ-127)
 */
function shortlinkErrors(
  values: ShortlinkFormValues,
  isWhole: boolean,
  appSchemes: readonly string[] | undefined,
): Record<string, string> {
  const errors: Record<string, string> = {}
  const validate = (path: string, schema: z.ZodMiniType<unknown>, value: string) => {
    const message = z.safeParse(schema, value).error?.issues[0]?.message
    if (message !== undefined) errors[path] = message
  }
  validate('shortCode', shortlinkFields.shortCode, values.shortCode)
  if (isReservedShortCode(values.shortCode.trim())) errors.shortCode = shortlinkMessages.codeReserved
  validate('webUrl', shortlinkFields.webUrl, values.webUrl)
  validate('appUrl', shortlinkFields.appUrl, values.appUrl)
  const appUrl = values.appUrl.trim()
  if (appSchemes && appUrl !== '' && errors.appUrl === undefined && !isAppAddress(appUrl, appSchemes)) {
    errors.appUrl = shortlinkMessages.appScheme(appSchemes)
  }
  if (isWhole && values.webUrl.trim() === '' && values.appUrl.trim() === '') {
    errors.webUrl = shortlinkMessages.urlRequired
  }
  values.params.forEach(({ name, value }, place) => {
    if (isBlank({ name, value })) return
    validate(`params.${place}.name`, shortlinkFields.parameterName, name)
    validate(`params.${place}.value`, shortlinkFields.parameterValue, value)
    // A name can occur once: the later row gets the error.
    if (values.params.slice(0, place).some((row) => row.name.trim() !== '' && row.name === name)) {
      errors[`params.${place}.name`] = shortlinkFormMessages.sameName
    }
  })
  if (values.params.length > mostParameters) errors.params = shortlinkMessages.tooManyParameters
  return errors
}

/** Whether nothing is entered in a row of parameters. Such a row counts for nothing. */
function isBlank({ name, value }: { name: string; value: string }): boolean {
  return name.trim() === '' && value.trim() === ''
}

/** Returns the body that creates a link (LINK-10). The server generates an empty code (LINK-06). */
export function newShortlinkOf(values: ShortlinkFormValues): NewShortlink {
  const shortCode = values.shortCode.trim()
  return { ...(shortCode === '' ? {} : { shortCode }), ...targetOf(editedShortlinkOf(values, [])) }
}

/**
 * Returns the form values as an edit compares them.
 * @param names the loaded parameters: those without a row are removed
 */
function editedShortlinkOf(values: ShortlinkFormValues, names: readonly string[]): EditedShortlink {
  return {
    webUrl: values.webUrl.trim() || null,
    appUrl: values.appUrl.trim() || null,
    ...members(names.map((name) => [name, null])),
    ...members(values.params.filter((row) => !isBlank(row)).map(({ name, value }) => [name, value])),
  }
}

/** Returns the body of an edit, which replaces everything (LINK-11). */
export function targetOf(all: EditedShortlink): ShortlinkTarget {
  const { webUrl, appUrl, ...parameters } = all
  return {
    webUrl,
    appUrl,
    params: Object.fromEntries(
      Object.entries(parameters).flatMap(([member, value]) =>
        value === null ? [] : [[parameterOf(member) ?? member, value]],
      ),
    ),
  }
}

/** Returns the parameter name of an edited field; undefined for another field. */
function parameterOf(member: string): string | undefined {
  return member.startsWith(memberPrefix) ? member.slice(memberPrefix.length) : undefined
}

/**
 * Returns the form field of a path in the server's errors; undefined when there is none.
 * @param path for example webUrl, params, params.utm_source
 */
function shortlinkFieldOf(path: string, values: ShortlinkFormValues): string | undefined {
  if (path === 'shortCode' || path === 'webUrl' || path === 'appUrl' || path === 'params') return path
  if (!path.startsWith('params.')) return undefined
  const name = path.slice('params.'.length)
  const place = values.params.findIndex((row) => row.name === name)
  return place === -1 ? 'params' : `params.${place}.value`
}

const memberPrefix = 'param:'

function members(
  parameters: readonly (readonly [name: string, value: string | null])[],
): Record<`param:${string}`, string | null> {
  return Object.fromEntries(parameters.map(([name, value]) => [`${memberPrefix}${name}`, value]))
}

/**
 * The form of a short link (LINK-04 to LINK-08).
 * @param appSchemes the schemes allowed for an app URL; undefined until the settings are loaded (OQ-127)
 */
export function shortlinkForm(
  appSchemes: readonly string[] | undefined,
): RecordForm<ShortlinkFormValues, Shortlink, EditedShortlink> {
  return {
    name: 'shortlink',
    record: Shortlink,
    values: ShortlinkFormValues,
    empty: emptyShortlinkValues,
    valuesOf: shortlinkValuesOf,
    editedOf: (values, base) => editedShortlinkOf(values, Object.keys(base?.params ?? {})),
    errors: (values, { isSubmit }) => shortlinkErrors(values, isSubmit, appSchemes),
    fieldOf: shortlinkFieldOf,
    labels: {
      webUrl: { label: shortlinkFormMessages.webUrl },
      appUrl: { label: shortlinkFormMessages.appUrl },
    },
    labelOf: (member) => shortlinkFormMessages.parameter(parameterOf(member) ?? member),
    duplicateField: 'shortCode',
  }
}
