// Checks the import rules of .dependency-cruiser.mjs, that no modules of the API form an import cycle, and that
// the checker has read every file.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import configuration from '../.dependency-cruiser.mjs'
import { root } from './install.mjs'
import { wingPlaces } from './wings.mjs'

const places = ['packages/contract/src', 'packages/site/src', 'apps/api/src', 'apps/console/src']
const { output } = await cruise(
  places,
  {
    ...configuration.options,
    ruleSet: { forbidden: configuration.forbidden },
    validate: true,
    baseDir: root,
  },
  {},
  { tsConfig: extractTSConfig(join(root, 'tsconfig.json')) },
)

// A folder outside the wings would be on no floor.
for (const { place, floors, besides } of wingPlaces) {
  const known = new Set([...floors, ...besides])
  for (const entry of readdirSync(join(root, place), { withFileTypes: true })) {
    if (!entry.isDirectory() || known.has(entry.name)) continue
    console.error(`${place}/${entry.name} is in no wing; tools/wings.mjs names them.`)
    process.exit(1)
  }
}

const read = new Set(output.modules.map((module) => module.source))
const expected = places.flatMap((place) =>
  readdirSync(join(root, place), { recursive: true })
    .map((name) => `${place}/${String(name).replaceAll('\\', '/')}`)
    .filter((name) => /\.tsx?$/.test(name)),
)
const unread = expected.filter((name) => !read.has(name))
if (unread.length > 0) {
  console.error(`The layer check did not read ${unread.length} files, including ${unread[0]}.`)
  process.exit(1)
}
const edges = output.modules.reduce((sum, module) => sum + module.dependencies.length, 0)
if (edges < expected.length) {
  console.error(
    `The layer check found only ${edges} imports in ${expected.length} files, so it did not resolve them.`,
  )
  process.exit(1)
}
for (const { from, to, rule } of output.summary.violations) console.error(`${rule.name}: ${from} -> ${to}`)
const cycle = findCycle(moduleImports(output.modules))
if (cycle) console.error(`no-cycles-between-modules: ${cycle.join('\n  -> ')}`)
if (output.summary.violations.length > 0 || cycle) process.exit(1)
console.log(`${expected.length} files and ${edges} imports follow the rules.`)

/**
 * Returns which modules of the API each module imports, and one import of each pair.
 * @returns a map of module to a map of imported module to "file -> file"
 */
function moduleImports(files) {
  const imports = new Map()
  for (const { source, dependencies } of files) {
    const from = moduleOf(source)
    if (!from) continue
    const targets = imports.get(from) ?? new Map()
    imports.set(from, targets)
    for (const { resolved } of dependencies) {
      const to = moduleOf(resolved)
      if (to && to !== from) targets.set(to, `${source} imports ${resolved}`)
    }
  }
  return imports
}

/** Returns the module of a file as <wing>/<module>; tests may import any. */
function moduleOf(file) {
  return file.endsWith('.test.ts') ? undefined : file.match(/^apps\/api\/src\/modules\/([^/]+\/[^/]+)\//)?.[1]
}

/** Returns the imports along one cycle of modules, or undefined if there is none. */
function findCycle(imports) {
  const done = new Set()
  const walk = (module, path) => {
    const start = path.findIndex(([visited]) => visited === module)
    if (start >= 0) return path.slice(start).map(([, step]) => step)
    if (done.has(module)) return undefined
    for (const [next, step] of imports.get(module) ?? []) {
      const cycle = walk(next, [...path, [module, step]])
      if (cycle) return cycle
    }
    done.add(module)
    return undefined
  }
  for (const module of imports.keys()) {
    const cycle = walk(module, [])
    if (cycle) return cycle
  }
  return undefined
}
