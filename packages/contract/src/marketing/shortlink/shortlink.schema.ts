import * as z from 'zod/mini'
import { isBlank } from '../../field.ts'
import { isWebAddress } from '../../web-address.ts'
import { isAddress } from './shortlink.rules.ts'

/** Messages for refused fields. Those of the specification (section 5) are verbatim. */
export const shortlinkMessages = {
  urlRequired: 'At least one URL is required',
  webUrl: 'Please enter a valid web URL starting with http:// or https://',
  appUrl: 'Please enter a valid app URL such as https://www.example.com/page',
  appScheme: (schemes: readonly string[]) => `The app URL must start with ${schemeList(schemes)}`,
  urlTooLong: 'Should not exceed 2000 characters',
  shortCode: 'Use 3 to 32 letters, digits, - or _',
  codeTaken: 'Short code already exists',
  codeReserved: 'This short code is reserved',
  parameterName: 'Parameter name is required',
  parameterTooLong: 'Should not exceed 500 characters',
  parameterNameTooLong: 'Should not exceed 100 characters',
  parameterValue: 'Enter a text',
  tooManyParameters: 'Should not exceed 50 parameters',
} as const

/** Formats schemes for a message: "http://, https:// or greenroom://". */
export function schemeList(schemes: readonly string[]): string {
  const written = schemes.map((scheme) => `${scheme}://`)
  return written.length < 2 ? written.join('') : `${written.slice(0, -1).join(', ')} or ${written.at(-1)}`
}

/** A short code: 3 to 32 letters, digits, - and _; case matters (OQ-099). */
export const shortCodePattern = /^[A-Za-z0-9_-]{3,32}$/
export const mostParameters = 50
const longestUrl = 2000

/** An empty text, or one that matches the rule; surrounding white space is removed. */
function urlOrNone(accepts: (text: string) => boolean, wrong: string) {
  return z.string({ error: wrong }).check(
    z.trim(),
    z.refine((text) => text === '' || accepts(text), { error: wrong, abort: true }),
    z.maxLength(longestUrl, shortlinkMessages.urlTooLong),
  )
}

// A browser removes tabs and line breaks from a URL, so it would open another URL than the one that was checked.
const hasGap = (text: string) => /[\s\p{Cc}\p{Cf}]/u.test(text)

/** The fields of a request, each with its rule and its messages. */
export const shortlinkFields = {
  /** Empty: the server generates one (LINK-06). */
  shortCode: z.string({ error: shortlinkMessages.shortCode }).check(
    z.trim(),
    z.refine((text) => text === '' || shortCodePattern.test(text), { error: shortlinkMessages.shortCode }),
  ),
  webUrl: urlOrNone((text) => isWebAddress(text) && !hasGap(text), shortlinkMessages.webUrl),
  /** The allowed schemes are a setting; server and console check them with `isAppAddress` (OQ-127). */
  appUrl: urlOrNone((text) => isAddress(text) && !hasGap(text), shortlinkMessages.appUrl),
  parameterName: z.string({ error: shortlinkMessages.parameterName }).check(
    z.refine((text) => !isBlank(text), { error: shortlinkMessages.parameterName, abort: true }),
    z.maxLength(100, shortlinkMessages.parameterNameTooLong),
  ),
  parameterValue: z
    .string({ error: shortlinkMessages.parameterValue })
    .check(z.maxLength(500, shortlinkMessages.parameterTooLong)),
} as const

/** Parameters by name. A blank name is reported at `params`. */
const params = z.record(z.string(), shortlinkFields.parameterValue).check(
  z.refine((map) => Object.keys(map).every((name) => !isBlank(name)), {
    error: shortlinkMessages.parameterName,
  }),
  z.refine((map) => Object.keys(map).every((name) => name.length <= 100), {
    error: shortlinkMessages.parameterNameTooLong,
  }),
  z.refine((map) => Object.keys(map).length <= mostParameters, {
    error: shortlinkMessages.tooManyParameters,
  }),
)

const target = {
  webUrl: z.nullish(shortlinkFields.webUrl),
  appUrl: z.nullish(shortlinkFields.appUrl),
  params: z.nullish(params),
} as const

const hasUrl = (link: { webUrl?: string | null | undefined; appUrl?: string | null | undefined }) =>
  Boolean(link.webUrl) || Boolean(link.appUrl)
const noUrl = { error: shortlinkMessages.urlRequired, path: ['webUrl'] }

export const NewShortlink = z
  .object({ shortCode: z.nullish(shortlinkFields.shortCode), ...target })
  .check(z.refine(hasUrl, noUrl))
export type NewShortlink = z.output<typeof NewShortlink>

/** The whole target of a short link; omitted members are removed (a full replacement). */
export const ShortlinkTarget = z.object(target).check(z.refine(hasUrl, noUrl))
export type ShortlinkTarget = z.output<typeof ShortlinkTarget>

export const Shortlink = z.object({
  _id: z.string(),
  shortCode: z.string(),
  webUrl: z.nullable(z.string()),
  appUrl: z.nullable(z.string()),
  params: z.record(z.string(), z.string()),
  /** How often the link was opened at this server (OQ-199). */
  opens: z.int(),
  created_at: z.string(),
  version: z.int(),
})
export type Shortlink = z.output<typeof Shortlink>

/** The orders of the list: the newest first, or the most opened. */
export const shortlinkSorts = ['newest', 'opens'] as const
export type ShortlinkSort = (typeof shortlinkSorts)[number]
