import type * as z from 'zod/mini'

const kinds: Readonly<Record<string, string>> = {
  string: 'Enter a text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Enter true or false',
  array: 'Enter a list',
  object: 'Enter an object with named fields',
  record: 'Enter an object with named fields',
}

/**
 * Returns the message for an issue of a schema that has no message of its own. Pass it to every parse whose issues a
 * client can see; zod's own messages name types.
 */
export const schemaMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This field is required' : (kinds[issue.expected] ?? general)
    case 'invalid_value':
      return `Choose one of ${issue.values.map(String).join(', ')}`
    case 'too_big':
      return tooBig(issue.origin, String(issue.maximum))
    case 'too_small':
      return tooSmall(issue.origin, String(issue.minimum))
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return 'This call has no such parameter'
    default:
      return general
  }
}

const general = "This value can't be used here"

function tooBig(origin: string, most: string): string {
  if (origin === 'string') return `Should not exceed ${counted(most, 'character')}`
  if (origin === 'array') return `At most ${counted(most, 'value')}`
  return `Enter ${most} or less`
}

function tooSmall(origin: string, least: string): string {
  if (origin === 'string') return `Enter at least ${counted(least, 'character')}`
  if (origin === 'array') return `At least ${counted(least, 'value')}`
  return `Enter ${least} or more`
}

function counted(count: string, what: string): string {
  return `${count} ${what}${count === '1' ? '' : 's'}`
}
