/** A keyboard command of a queue. */
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
 * Maps a key event to a command; undefined if it is none. A key with a modifier is left to the browser. A held key
 * moves the focus repeatedly but acts only once.
 */
export function queueCommand(event: Key): QueueCommand | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing) return undefined
  const command = commands.get(event.key) ?? commands.get(letterOf(event))
  const walks = command === 'next' || command === 'previous'
  return event.repeat && !walks ? undefined : command
}

/** Returns the Latin letter of a key, by its position on keyboards of other scripts. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  const isOtherScript = [...key].length === 1 && key > '\u007f'
  return isOtherScript ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? '') : ''
}

/** Returns whether the target element uses the key itself, for example for typing. */
export function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]',
    ) !== null
  )
}
