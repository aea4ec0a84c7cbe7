// Checks the import rules of .dependency-cruiser.mjs, and that the checker has read every file.

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
if (output.summary.violations.length > 0) process.exit(1)
console.log(`${expected.length} files and ${edges} imports follow the rules.`)
