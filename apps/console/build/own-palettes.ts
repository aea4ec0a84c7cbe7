import type { Plugin } from 'vite'

/**
 * Leaves out Mantine's palettes: the theme has its own, and no style refers to another. Mantine has no option for it, and
 * reads the primary colour of its own theme when it starts, so that one stays.
 */
export function ownPalettes(): Plugin {
  const none = '\0no-default-palettes'
  return {
    name: 'own-palettes',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === './default-colors.mjs' && importer?.includes('@mantine/core') ? none : undefined,
    load: (id) =>
      id === none ? 'export const DEFAULT_COLORS = { blue: Array(10).fill("#000") }' : undefined,
  }
}
