import { localStorageColorSchemeManager } from '@mantine/core'

/** Where the choice of Light, Dark or System is kept; first-paint.js reads the same key before anything is drawn. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'color-scheme' })
