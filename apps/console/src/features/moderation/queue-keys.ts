/** What a key asks of a queue. */
export type QueueCommand = 'next' | 'previous' | 'ignore' | 'remove' | 'show-post'

const commands = new Map<string, QueueCommand>([
  ['j', 'next'],
  ['k', 'previous'],
  ['i', 'ignore'],
  ['d', 'remove'],
  ['p', 'show-post'],
  ['ArrowDown', 'next'],
  ['ArrowUp', 'previous'],
])

type Key = Pick<
  KeyboardEvent,
  'key' | 'code' | 'repeat' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing'
>

/**
 * Reads a key as a command; undefined for one that is none.
 * A key with a modifier belongs to the browser. A held key walks, and never acts: one report, one stroke.
 */
export function queueCommand(event: Key): QueueCommand | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing) return undefined
  const command = commands.get(event.key) ?? commands.get(letterOf(event))
  const walks = command === 'next' || command === 'previous'
  return event.repeat && !walks ? undefined : command
}

/** The letter that a key stands for: on a keyboard of another script, the one in its place. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  const isOtherScript = [...key].length === 1 && key > '\u007f'
  return isOtherScript ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? '') : ''
}

/** Tells whether a key that reaches this element is text being typed, or is wanted by the element itself. */
export function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]',
    ) !== null
  )
}
