import { isModified, letterOf } from '../../ui/keys.ts'

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
  if (isModified(event)) return undefined
  const command = commands.get(event.key) ?? commands.get(letterOf(event))
  const walks = command === 'next' || command === 'previous'
  return event.repeat && !walks ? undefined : command
}
