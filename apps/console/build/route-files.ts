import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import type { RouteParts } from './route-parts.ts'

/**
 * Writes route-files.json beside the page: for each route the scripts and styles that it loads after the first ones.
 * The server names them in the page that it sends, so that the browser does not wait for one script to learn of the
 * next.
 * @param routes their modules relative to folder
 */
export function routeFiles(routes: readonly RouteParts[], folder: string): Plugin {
  return {
    name: 'route-files',
    enforce: 'post',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const entry = chunks.find(({ isEntry }) => isEntry)
      const known = entry ? filesOf(entry, bundle) : new Set()
      const source = routes.map(({ path, modules }) => {
        const wanted = modules.flatMap((module) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === resolve(folder, module))
          if (!chunk) this.error(`The route ${path} imports ${module}, which is no script of its own.`)
          return [...filesOf(chunk, bundle)]
        })
        const files = [...new Set(wanted)].filter((name) => !known.has(name)).map((name) => `/${name}`)
        return {
          path,
          scripts: files.filter((name) => name.endsWith('.js')),
          styles: files.filter((name) => name.endsWith('.css')),
        }
      })
      this.emitFile({ type: 'asset', fileName: 'route-files.json', source: JSON.stringify(source) })
    },
  }
}

/** A chunk with everything that it imports, styles in the order in which they apply. */
function filesOf(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(chunk.fileName)) return seen
  seen.add(chunk.fileName)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') filesOf(imported, bundle, seen)
  }
  for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style)
  return seen
}
