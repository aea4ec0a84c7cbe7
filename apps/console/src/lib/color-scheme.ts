import { localStorageColorSchemeManager } from '@mantine/core'

/** Storage key of the Light, Dark or System setting. first-paint.js reads it before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'color-scheme' })
