import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Clock } from '../clock.ts'
import { printable } from '../printable.ts'
import { MeetingProviderRefused, MeetingProviderUnknown } from './meeting-provider.ts'
import { dailyLimitReached, isDailyLimit, zoomCode, zoomRefusal } from './zoom-errors.ts'

/** The keys of one Zoom account (server-to-server OAuth). */
export interface ZoomAccount {
  accountId: string
  clientId: string
  clientSecret: string
  /** The Zoom user that hosts; "me" is the account's owner. */
  userId: string
}

export interface ZoomOptions {
  baseUrl: string
  oauthUrl: string
  accounts: Partial<Record<MeetingAccount, ZoomAccount>>
  timeoutSeconds: number
  clock: Clock
  log: Logger
}

interface ZoomCall {
  method: 'GET' | 'POST' | 'PATCH'
  /** Below the base URL, with a leading slash and encoded parts. */
  path: string
  body?: unknown
}

const Token = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().positive().default(3600),
})
const OAuthTrouble = z.object({ reason: z.string() })

const mostAnswerBytes = 4_000_000
/** How long before its expiry a token is renewed, so that it does not expire on the way. */
const renewalMilliseconds = 60_000

/** HTTP with Zoom: tokens, time limits, and the meaning of every kind of failed response. */
export function createZoomConnection(options: ZoomOptions) {
  const { accounts, clock, log } = options
  const tokens = new Map<MeetingAccount, Promise<{ text: string; expiresAt: number }>>()

  /**
   * Returns an account's keys.
   * @throws MeetingProviderRefused if it has none
   */
  function keysOf(account: MeetingAccount): ZoomAccount {
    const keys = accounts[account]
    if (!keys) throw new MeetingProviderRefused(`The meeting account ${account} is not set up.`)
    return keys
  }

  /**
   * Makes one call within the time limit and returns the JSON (undefined for an empty response). Renews a token once
   * if Zoom no longer accepts it.
   * @throws MeetingProviderRefused if Zoom did nothing
   * @throws MeetingProviderUnknown if it may have
   */
  async function call(account: MeetingAccount, { method, path, body }: ZoomCall): Promise<unknown> {
    const signal = AbortSignal.timeout(options.timeoutSeconds * 1000)
    const send = async (token: string) => {
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
      const json = body === undefined ? {} : { body: JSON.stringify(body) }
      const typed = body === undefined ? headers : { ...headers, 'content-type': 'application/json' }
      return exchange(options.baseUrl.replace(/\/+$/, '') + path, { method, headers: typed, ...json, signal })
    }
    try {
      const first = await tokenFor(account, signal)
      let answer = await send(first)
      if (answer.status === 401) {
        tokens.delete(account)
        answer = await send(await tokenFor(account, signal))
      }
      return understand(account, answer)
    } catch (error) {
      log.warn({ account, method, problem: nameOf(error) }, 'Zoom request failed')
      throw error
    }
  }

  function understand(account: MeetingAccount, { status, text, retryAfter }: ProviderResponse): unknown {
    const value = jsonOf(text)
    if (status >= 200 && status < 300) {
      if (text.trim() !== '' && value === undefined) throw new MeetingProviderUnknown(notUnderstood)
      return value
    }
    if (status === 429) {
      const seconds = secondsUntil(retryAfter, clock.now())
      const when = seconds === undefined ? 'later' : `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
      const message = isDailyLimit(value) ? dailyLimitReached : `Zoom is busy. Try again ${when}.`
      throw new MeetingProviderRefused(message, { retryAfter: seconds, status })
    }
    // 408 comes from a proxy in front of Zoom, which may have passed the call on.
    if (status < 400 || status >= 500 || status === 408) throw new MeetingProviderUnknown(notUnderstood)
    if (status === 401) throw new MeetingProviderRefused(notAccepted(account), { status })
    throw new MeetingProviderRefused(zoomRefusal(value, secrets(account)), { status, code: zoomCode(value) })
  }

  async function tokenFor(account: MeetingAccount, signal: AbortSignal): Promise<string> {
    const known = await tokens.get(account)?.catch(() => null)
    if (known && known.expiresAt - renewalMilliseconds > clock.now().getTime()) return known.text
    const renewed = requestToken(account, signal)
    tokens.set(account, renewed)
    try {
      return (await renewed).text
    } catch (error) {
      if (tokens.get(account) === renewed) tokens.delete(account)
      throw error
    }
  }

  /** Gets a token. Nothing was requested before it, so every failure here is a refusal. */
  async function requestToken(account: MeetingAccount, signal: AbortSignal) {
    const keys = keysOf(account)
    const asked = clock.now().getTime()
    const answer = await exchange(options.oauthUrl, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${keys.clientId}:${keys.clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams({ grant_type: 'account_credentials', account_id: keys.accountId }).toString(),
      signal,
    }).catch((cause: unknown) => {
      throw new MeetingProviderRefused("Zoom can't be reached. Try again later.", { cause })
    })
    if (answer.status === 429 || answer.status >= 500) {
      const retryAfter = secondsUntil(answer.retryAfter, clock.now())
      throw new MeetingProviderRefused('Zoom is busy. Try again later.', { retryAfter })
    }
    const token = Token.safeParse(jsonOf(answer.text))
    if (answer.status !== 200 || !token.success) {
      const trouble = OAuthTrouble.safeParse(jsonOf(answer.text))
      const reason = trouble.success ? printable(trouble.data.reason, secrets(account)) : ''
      log.warn({ account, status: answer.status, reason }, 'Zoom returned no token')
      throw new MeetingProviderRefused(notAccepted(account))
    }
    return { text: token.data.access_token, expiresAt: asked + token.data.expires_in * 1000 }
  }

  function secrets(account: MeetingAccount): string[] {
    const keys = accounts[account]
    return keys ? [keys.accountId, keys.clientId, keys.clientSecret] : []
  }

  return { keysOf, call }
}

interface ProviderResponse {
  status: number
  text: string
  retryAfter: string | null
}

const notUnderstood = 'Zoom gave no clear answer, so the meeting may have been changed.'

function notAccepted(account: MeetingAccount): string {
  return `Zoom did not accept the keys of the meeting account ${account}.`
}

async function exchange(url: string, request: RequestInit): Promise<ProviderResponse> {
  try {
    const response = await fetch(url, { ...request, redirect: 'manual' })
    const text = await readText(response)
    return { status: response.status, text, retryAfter: response.headers.get('retry-after') }
  } catch (cause) {
    if (neverSent(cause)) {
      throw new MeetingProviderRefused("Zoom can't be reached. Try again later.", { cause })
    }
    throw new MeetingProviderUnknown('Zoom did not respond, so the meeting may have been changed.', cause)
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > mostAnswerBytes) throw new Error('The response is too long.')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const connectionNeverMade = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function neverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && connectionNeverMade.has(String(cause.code))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses Retry-After: a number of seconds, or the time at which Zoom's daily limit ends. */
function secondsUntil(header: string | null, now: Date): number | undefined {
  if (!header) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(1, Math.ceil((at - now.getTime()) / 1000))
}

/** Describes an error without the URLs and headers that its own text may contain. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause instanceof Error ? error.cause : undefined
  const inner = cause?.cause instanceof Error && 'code' in cause.cause ? ` (${String(cause.cause.code)})` : ''
  return `${error.name}: ${error.message}${cause ? ` [${cause.name}${inner}]` : ''}`
}
