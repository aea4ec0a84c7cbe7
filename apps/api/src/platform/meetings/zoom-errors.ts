import * as z from 'zod'
import { printable } from '../printable.ts'

const Trouble = z.object({
  message: z.string().optional(),
  code: z.coerce.number().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string().optional() })).optional(),
})

/**
 * What to do about an error of Zoom, by its code.
 * @see https://developers.zoom.us/docs/api/errors
 */
const sentences: Readonly<Record<number, string>> = {
  124: 'Zoom did not accept the access token. Check the keys of the meeting account.',
  200: 'Zoom does not allow this to the app. Check its scopes in Zoom.',
  1001: 'Zoom does not know the host of the meeting account. Check its user in the settings.',
  1010: 'The host does not belong to this Zoom account. Check its user in the settings.',
  1120: 'The host has not accepted the invitation to the Zoom account yet.',
  3000: 'Zoom does not let the app see this meeting.',
  3001: 'The meeting does not exist in Zoom, or is over.',
  3003: 'The meeting belongs to another host in Zoom.',
  3161: 'The host has no licence in Zoom to schedule meetings.',
  3322: 'The administrator of Zoom requires a passcode, a waiting room or signed-in users. Change the setting in Zoom.',
  4700: 'The app lacks a scope in Zoom. Add meeting:write to it.',
  4711: 'The app lacks a scope in Zoom. Add meeting:write to it.',
}

/** Our names of Zoom's fields. */
const fields: Readonly<Record<string, string>> = {
  topic: 'title',
  start_time: 'start',
  duration: 'length',
  timezone: 'time zone',
  agenda: 'description',
  password: 'passcode',
  schedule_for: 'host',
}

export const dailyLimitReached =
  'Zoom takes no more than 100 new or changed meetings of one host a day. Try again after midnight UTC, or choose another account.'

/** Tells whether a response says that the host's calls of the day are used up. */
export function isDailyLimit(value: unknown): boolean {
  const trouble = Trouble.safeParse(value)
  return trouble.success && /\b(daily|per day)\b/i.test(trouble.data.message ?? '')
}

/** Returns Zoom's own code of an error, if it sent one. */
export function zoomCode(value: unknown): number | undefined {
  const trouble = Trouble.safeParse(value)
  return trouble.success ? trouble.data.code : undefined
}

/**
 * Returns the sentence for an error of Zoom: about its fields, what to do, or else Zoom's own message.
 * @param secrets what no message may contain
 */
export function zoomRefusal(value: unknown, secrets: readonly string[]): string {
  const trouble = Trouble.safeParse(value)
  if (!trouble.success) return 'Zoom refused this meeting.'
  const { code = 0, message = '', errors = [] } = trouble.data
  const named = errors.map(({ field, message: why = '' }) => {
    const name = fields[field] ?? fields[field.split('.').at(-1) ?? ''] ?? printable(field, [...secrets])
    const reason = printable(why, [...secrets])
    return reason ? `Zoom refused the ${name}: ${reason}` : `Zoom refused the ${name}.`
  })
  if (named.length > 0) return named.join(' ')
  const reason = printable(message, [...secrets])
  return sentences[code] ?? (reason ? `Zoom refused: ${reason}` : 'Zoom refused this meeting.')
}
