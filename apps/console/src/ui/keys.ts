type PressedKey = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing'>

/** Returns whether a key was pressed with a modifier, which leaves it to the browser. */
export function isModified(event: PressedKey): boolean {
  return event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing
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
