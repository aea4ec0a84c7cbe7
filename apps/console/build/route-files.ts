import type { Plugin, Rolldown } from 'vite'

/** A path of the console and the module of its screen. */
export interface RouteScreen {
  /** As in the router: '/masterclass/edit/$id'. */
  path: string
  /** As imported beside it: './masterclass-wizard.tsx'. */
  module: string
}

/**
 * Reads from a file that declares screens or routes which module each shows: a declaration names its path and its lazy
 * part.
 * @param paths path values that the declarations refer to: paths.masterclassList
 * @throws Error when a lazy part belongs to no route, or a path is neither a string nor a member of paths
 */
export function routeScreens(code: string, paths: Readonly<Record<string, unknown>>): RouteScreen[] {
  const modules = new Map<string, string>()
  for (const [, name = '', module = ''] of code.matchAll(
    /^const (\w+) = lazyPart\([^)]*\) =>\s+import\('([^']+)'\)/gm,
  )) {
    modules.set(name, module)
  }
  const screens: RouteScreen[] = []
  for (const route of code.split(/createRoute\(\{|^ +screen\(\{/m).slice(1)) {
    const module = route
      .match(/\w+/g)
      ?.map((name) => modules.get(name))
      .find((found) => found !== undefined)
    if (!module) continue
    const [, member = '', text] = /^ +path: (?:paths\.(\w+)|'([^']+)'),/m.exec(route) ?? []
    const path = text ?? paths[member]
    if (typeof path !== 'string') throw new Error(`The build cannot read the path of the route of ${module}.`)
    screens.push({ path, module })
  }
  for (const module of modules.values()) {
    if (!screens.some((screen) => screen.module === module)) throw new Error(`No route shows ${module}.`)
  }
  return screens
}

/**
 * Writes route-files.json beside the page: the scripts and styles that each route loads in addition to those of the
 * page. The server adds them to the page, so that the browser fetches all of them together.
 * @param screens with absolute paths of their modules
 */
export function routeFiles(screens: readonly RouteScreen[]): Plugin {
  return {
    name: 'route-files',
    enforce: 'post',
    apply: 'build',
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      const html = page?.type === 'asset' ? String(page.source) : ''
      const routes = screens.map(({ path, module }) => {
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.facadeModuleId === module,
        )
        if (chunk?.type !== 'chunk') return this.error(`${module} has no script of its own.`)
        const files = [...filesOf(chunk, bundle)].map((name) => `/${name}`)
        return { path, files: files.filter((name) => !html.includes(name)) }
      })
      this.emitFile({ type: 'asset', fileName: 'route-files.json', source: JSON.stringify(routes) })
    },
  }
}

/** Returns the files of a chunk, imports first, which is the order in which styles apply. */
function filesOf(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  seen = new Set<Rolldown.OutputChunk>(),
): Set<string> {
  const files = new Set<string>()
  if (seen.has(chunk)) return files
  seen.add(chunk)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') for (const file of filesOf(imported, bundle, seen)) files.add(file)
  }
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
  return files.add(chunk.fileName)
}
