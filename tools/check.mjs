// npm run check: types, lint and layers; under a minute.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './install.mjs'

const bin = (name) => join(root, 'node_modules', name)
const checks = [
  ['types of the contract', bin('typescript/bin/tsc'), ['-p', 'packages/contract']],
  ['types of the API', bin('typescript/bin/tsc'), ['-p', 'apps/api']],
  ['types of the console', bin('typescript/bin/tsc'), ['-p', 'apps/console']],
  ['types of tools and tests', bin('typescript/bin/tsc'), ['-p', '.']],
  ['lint and format', bin('@biomejs/biome/bin/biome'), ['check', '.']],
  ['layers', join(root, 'tools/check-layers.mjs'), []],
]

let failed = 0
for (const [name, script, args] of checks) {
  const begun = Date.now()
  const code = await new Promise((resolve) => {
    spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' }).on('exit', (status) =>
      resolve(status ?? 1),
    )
  })
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
  if (code !== 0) failed++
}
if (failed > 0) {
  console.error(`${failed} of ${checks.length} checks failed; the lines above say where.`)
  process.exit(1)
}
