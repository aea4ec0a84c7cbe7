import type { Plugin } from 'vite'

/**
 * Loads parts through importPart (src/ui/part-files.ts) in place of the function that Vite puts around each import().
 * @param loader path of the module that exports importPart
 */
export function partLoader(loader: string): Plugin {
  return {
    name: 'part-loader',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      if (id !== '\0vite/preload-helper.js') return null
      return `export { importPart as __vitePreload } from ${JSON.stringify(loader)}`
    },
  }
}
