import * as z from 'zod/mini'

/** The most items that one answer carries; a larger limit is cut to it (OQ-019). */
export const largestPage = 200

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
 * limit of a list: 1 or more, cut to the largest page; absent gives the fallback.
 * @param name what the query calls it, for the words of a refusal
 */
export function limit(fallback: number = largestPage, largest: number = largestPage, name = 'limit') {
  return z.pipe(
    z._default(wholeNumber(name, 1), fallback),
    z.transform((value: number) => Math.min(value, largest)),
  )
}

/** offset of a list, counted in items; absent gives 0. */
export function offset(name = 'offset') {
  return z._default(wholeNumber(name, 0), 0)
}

/** A text that a list is searched by; it is matched literally, without regard to case. */
export const SearchText = z.string().check(z.maxLength(200, 'Search for at most 200 characters'))

/** A list in a query: comma-separated; repeats, also under a name with brackets, are accepted (OQ-022). */
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
