import { queueKeys } from '../../../lib/key-bindings.ts'
import { isModified, letterOf } from '../../../ui/keys.ts'

/** A keyboard command of a queue. */
type QueueCommand = keyof typeof queueKeys

const letters = new Map<string, QueueCommand>(
  Object.entries(queueKeys).map(([command, key]) => [key, command as QueueCommand]),
)
const arrows = new Map<string, QueueCommand>([
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
 * @param hasLetters false without single-letter keys: the arrows remain
 */
export function queueCommand(event: Key, hasLetters = true): QueueCommand | undefined {
  if (isModified(event)) return undefined
  const command = arrows.get(event.key) ?? (hasLetters ? letters.get(letterOf(event)) : undefined)
  const walks = command === 'next' || command === 'previous'
  return event.repeat && !walks ? undefined : command
}
