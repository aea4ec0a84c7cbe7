import type { Plugin } from 'vite'

// The module from which Vite's build takes the function that it puts around each import().
const helperId = '\0vite/preload-helper.js'

/**
 * Loads script parts through our own function (src/ui/part-files.ts) in place of Vite's, which hands each file to the
 * browser's module map at once: a file that fails there cannot be loaded again until the page is.
 * @param loader path of the module that exports importPart
 */
export function partLoader(loader: string): Plugin {
  let isLoaded = false
  return {
    name: 'part-loader',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      if (id !== helperId) return null
      isLoaded = true
      return `export { importPart as __vitePreload } from ${JSON.stringify(loader)}`
    },
    generateBundle() {
      if (!isLoaded)
        this.error('Vite has not asked for its preload helper, so failed parts could not be retried.')
    },
  }
}
