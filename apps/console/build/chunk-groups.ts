import { gzipSync } from 'node:zlib'
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { type Chunk, mergeChunks } from './merge-chunks.ts'

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>

/**
 * What a request costs, in bytes: 10 Mbit/s carry 50,000 of them in the 40 ms of a round trip, and a browser has six
 * connections to a server that speaks HTTP/1.1.
 */
const requestCost = 50_000 / 6

/** What the page loads first, in one file: the modules that its entry imports. */
const firstLoad = { name: 'app', tags: ['$initial'], priority: 2 } satisfies Groups[number]

/**
 * Decides which modules share a file. Left alone, the bundler makes a file of every set of modules that the same
 * screens import, 140 in all and sixty for one form. A trial build shows these sets, and they are merged where that is
 * cheaper than another request.
 * @param config the configuration of the console, without groups
 * @param firstScreen path of the module whose loading must not grow: the screen that opens first
 */
export async function chunkGroups(config: UserConfig, firstScreen: string): Promise<Groups> {
  const bundle = await trialBuild(config)
  const files = Object.values(bundle).filter((file) => file.type === 'chunk')
  const first = files.find(({ isEntry }) => isEntry)
  const chunks = files.map(
    (file): Chunk => ({
      name: file.fileName,
      imports: file.imports.filter((name) => name in bundle),
      bytes: [file.fileName, ...stylesOf(file)].reduce((sum, name) => sum + sizeOf(bundle, name), 0),
      hasStyles: stylesOf(file).length > 0,
      canMerge: !file.isEntry && !file.isDynamicEntry && !first?.imports.includes(file.fileName),
    }),
  )
  const parts = files.filter(({ isDynamicEntry }) => isDynamicEntry)
  if (!parts.some(({ facadeModuleId }) => facadeModuleId === firstScreen)) {
    throw new Error(`${firstScreen} is no screen of its own in the trial build.`)
  }
  const loads = parts.map(({ fileName, facadeModuleId }) => ({
    chunk: fileName,
    isExact: facadeModuleId === firstScreen,
  }))

  const groupOf = new Map<string, string>()
  const names = new Set<string>()
  for (const members of mergeChunks(chunks, loads, requestCost)) {
    const largest = chunks
      .filter(({ name }) => members.includes(name))
      .reduce((one, other) => (other.bytes > one.bytes ? other : one))
    const base = `with-${(bundle[largest.name] as Rolldown.OutputChunk).name}`
    const name = names.has(base) ? `${base}-${names.size}` : base
    names.add(name)
    for (const member of members) {
      for (const id of (bundle[member] as Rolldown.OutputChunk).moduleIds) groupOf.set(id, name)
    }
  }
  return [
    firstLoad,
    {
      name: (id) => groupOf.get(id) ?? null,
      debugName: 'merged',
      // Every module has its place already; what it imports must not follow it into another file.
      includeDependenciesRecursively: false,
      priority: 1,
    },
  ]
}

async function trialBuild(config: UserConfig): Promise<Rolldown.OutputBundle> {
  let bundle: Rolldown.OutputBundle | undefined
  const keepBundle: Plugin = {
    name: 'keep-bundle',
    enforce: 'post',
    generateBundle(_options, output) {
      bundle = output
    },
  }
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [config.plugins, keepBundle],
    build: {
      ...config.build,
      sourcemap: false,
      write: false,
      rolldownOptions: { output: { codeSplitting: { groups: [firstLoad] } } },
    },
  })
  if (!bundle) throw new Error('The trial build gave no bundle.')
  return bundle
}

function stylesOf(chunk: Rolldown.OutputChunk): string[] {
  return [...(chunk.viteMetadata?.importedCss ?? [])]
}

function sizeOf(bundle: Rolldown.OutputBundle, name: string): number {
  const file = bundle[name]
  if (!file) throw new Error(`The trial build has no file ${name}.`)
  return gzipSync(file.type === 'chunk' ? file.code : file.source).length
}
