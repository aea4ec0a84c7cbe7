import type { Plugin } from 'vite'

/** The module that each Mantine component with styles imports. */
const usesStyles = '/@mantine/core/esm/core/styles-api/use-styles/use-styles.mjs'

/**
 * Loads the styles of Mantine's components with the first component instead of with the page: /masterclass shows none.
 * @param styles path of the module that imports the style files
 */
export function componentStyles(styles: string): Plugin {
  let isImported = false
  return {
    name: 'component-styles',
    enforce: 'pre',
    buildStart() {
      isImported = false
    },
    transform(code, id) {
      if (!id.endsWith(usesStyles)) return null
      isImported = true
      return { code: `${code}\nimport ${JSON.stringify(styles)}`, map: null }
    },
    buildEnd(error) {
      if (error || isImported || this.meta.watchMode || this.environment.mode !== 'build') return
      this.error(`No module imports ${usesStyles}, so components would have no styles.`)
    },
    // The development server bundles dependencies without this plugin.
    transformIndexHtml(_html, { server }) {
      if (!server) return []
      return [{ tag: 'script', attrs: { type: 'module', src: `/@fs${styles}` }, injectTo: 'head' }]
    },
  }
}
