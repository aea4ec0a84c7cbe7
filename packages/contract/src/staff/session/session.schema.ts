import * as z from 'zod/mini'
import { isBlank } from '../../field.ts'

/** What the credential of a session begins with, so that people and scanners recognise it. */
export const sessionPrefix = 'grs_'

/** Max characters of an ID token. */
export const longestIdToken = 8192

export const sessionMessages = {
  token: 'Send the ID token of a sign-in as id_token, or its code with state and secret',
  tokenLong: `An ID token has at most ${longestIdToken} characters`,
  used: 'This sign-in was used already. Sign in again.',
  returnTo: 'Must be a path of the console',
  provider: 'This sign-in is not offered here any more. Reload the page.',
  otherAddress:
    "Greenroom was opened at an address that it doesn't know. Open it at its usual address, or tell your administrator: PUBLIC_URL must name this one.",
  attemptGone:
    'This sign-in was started in another browser, was finished already, or took too long. Start again.',
  codeRefused:
    'The sign-in service did not accept its own code. It works once, and only for a few minutes. Start again.',
  clientRefused:
    "The sign-in service doesn't accept Greenroom as its client. Tell your administrator: the client id, its secret or the redirect address is wrong.",
  away: "The sign-in service can't be reached or doesn't respond as it should. Try again in a few minutes.",
  clock:
    'The clocks of Greenroom and of the sign-in service differ by minutes. Tell your administrator: one of them is wrong.',
  noGroup: 'Your account is in no group that may use Greenroom. Ask your administrator.',
  unverified:
    'The sign-in service does not vouch for the e-mail address of this account. Ask your administrator.',
  keyRefused: 'API keys have no sessions.',
  ended: 'Your session was ended. Sign in again.',
  disabled: 'Your account has been disabled. Ask an owner of Greenroom to enable it.',
  notAccepted: 'This account is not accepted here. Use your company e-mail address.',
} as const

/** A value that a sign-in carries from one address to the next. */
const carried = (max: number) =>
  z.optional(z.string({ error: sessionMessages.token }).check(z.maxLength(max, sessionMessages.token)))

/** Either an ID token, or the code with which the provider returned, and what beginSignIn gave the browser. */
export const NewSession = z
  .object({
    id_token: z.optional(
      z.string({ error: sessionMessages.token }).check(
        z.maxLength(longestIdToken, sessionMessages.tokenLong),
        z.refine((token) => !isBlank(token), { error: sessionMessages.token }),
      ),
    ),
    code: carried(8192),
    state: carried(200),
    secret: carried(200),
    /** The issuer, if the provider names it in the address (RFC 9207). */
    iss: carried(2000),
  })
  .check(
    z.refine(
      ({ id_token, code, state, secret }) =>
        id_token !== undefined
          ? code === undefined
          : [code, state, secret].every((value) => value !== undefined && !isBlank(value)),
      { error: sessionMessages.token, path: ['id_token'] },
    ),
  )

/**
 * Tells whether an address to return to is a path of the console, and nothing that leads elsewhere: browsers read \\ as a
 * slash, and leave out tabs and line ends.
 */
export function isConsolePath(place: string): boolean {
  if (!place.startsWith('/') || place.length > 2000) return false
  const own = 'https://console.invalid'
  return URL.canParse(place, own) && new URL(place, own).origin === own
}

export const NewSignIn = z.object({
  /** An id of the sign-in options. */
  provider: z.string().check(z.maxLength(40)),
  /** The path of the console to open after the sign-in. */
  return_to: z.optional(z.string().check(z.refine(isConsolePath, { error: sessionMessages.returnTo }))),
  /** Suggests the account to the provider. */
  email: z.optional(z.string().check(z.maxLength(254))),
})

/** A session that can still be used. */
export const OpenSession = z.object({
  _id: z.string(),
  /** The browser's own description (User-Agent), shortened. */
  browser: z.string(),
  /** The network address of its last call. */
  address: z.string(),
  started_at: z.string(),
  /** To the minute. */
  last_call_at: z.string(),
  ends_at: z.string(),
})
export type OpenSession = z.output<typeof OpenSession>

export const OwnSession = z.extend(OpenSession, {
  /** Whether the call was made with its credential. */
  is_this_one: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>
