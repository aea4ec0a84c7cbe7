import * as z from 'zod/mini'
import { isBlank } from '../../field.ts'

/** What the credential of a session begins with, so that people and scanners recognise it. */
export const sessionPrefix = 'grs_'

/** Max characters of an ID token. */
export const longestIdToken = 8192

export const sessionMessages = {
  token: 'Send the ID token of a sign-in as id_token',
  tokenLong: `An ID token has at most ${longestIdToken} characters`,
  used: 'This sign-in was used already. Sign in again.',
  keyRefused: 'API keys have no sessions.',
  ended: 'Your session was ended. Sign in again.',
  disabled: 'Your account has been disabled. Ask an owner of Greenroom to enable it.',
  notAccepted: 'This account is not accepted here. Use your company e-mail address.',
} as const

export const NewSession = z.object({
  id_token: z.string({ error: sessionMessages.token }).check(
    z.maxLength(longestIdToken, sessionMessages.tokenLong),
    z.refine((token) => !isBlank(token), { error: sessionMessages.token }),
  ),
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
