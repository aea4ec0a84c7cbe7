import * as z from 'zod/mini'

/** Max number of items in a response. A larger limit is reduced to it (OQ-019). */
export const largestPage = 200

/** Counts beside a list stop here, so that counting stays cheap. The console shows this number as "999+" (OQ-195). */
export const mostCounted = 1_000

/** The number of records in each tab of a list of sessions, at most `mostCounted`. */
export const GroupCounts = z.object({ active: z.int(), draft: z.int(), past: z.int() })
export type GroupCounts = z.output<typeof GroupCounts>

function wholeNumber(name: string, least: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/, `${name} must be a whole number of ${least} or more`)),
    z.transform((text: string, context) => {
      const value = Number(text)
      if (value < least) {
        context.issues.push({
          code: 'custom',
          input: text,
          message: `${name} must be a whole number of ${least} or more`,
        })
      }
      return value
    }),
  )
}

/**
 * The limit of a list: 1 or more, at most the max page size.
 * @param name the query parameter, for messages
 */
export function limit(fallback: number = largestPage, largest: number = largestPage, name = 'limit') {
  return z.pipe(
    z._default(wholeNumber(name, 1), fallback),
    z.transform((value: number) => Math.min(value, largest)),
  )
}

/** The offset of a list in items; 0 by default. */
export function offset(name = 'offset') {
  return z._default(wholeNumber(name, 0), 0)
}

/** Returns the schema of a search text. It is matched literally and ignores case. */
export function searchText() {
  return z.string().check(z.maxLength(200, 'Search for at most 200 characters'))
}

export const SearchText = searchText()

/** A list in a query: comma-separated. Repeated parameters, also with brackets, are accepted (OQ-022). */
export function commaList<T extends z.core.$ZodType<unknown, string>>(item: T) {
  return z.pipe(
    z.transform((value: unknown) =>
      (Array.isArray(value) ? value : [value])
        .flatMap((text) => String(text).split(','))
        .map((text) => text.trim())
        .filter(Boolean),
    ),
    z.array(item).check(z.maxLength(100, 'At most 100 values')),
  )
}
