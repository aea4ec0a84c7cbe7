import { modKey } from './mod-key.ts'

const isTouch = globalThis.matchMedia?.('(hover: none)').matches ?? false

/** How a person copies a selected text without the browser's permission to copy. */
export const copyByHand = isTouch
  ? 'Press and hold the text, then choose Copy.'
  : `It is selected: press ${modKey === '⌘' ? '⌘C' : 'Ctrl+C'} to copy it.`
