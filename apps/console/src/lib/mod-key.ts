/** The name of the key beside the letter: ⌘ on Apple's keyboards. */
export const modKey = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl'
