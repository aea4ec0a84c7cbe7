import * as z from 'zod/mini'

const message = 'month must be a month such as 2026-11'

/** A calendar month, YYYY-MM. */
export const Month = z.string({ error: message }).check(z.regex(/^20[0-9]{2}-(0[1-9]|1[0-2])$/, message))
