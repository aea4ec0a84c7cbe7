// npm run soak: the process tests at full size. ROUNDS and UPLOAD_MB set other sizes.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installDependencies, root } from './install.mjs'

installDependencies()
const { buildAll } = await import('./build.mjs')
await buildAll()

const sizes = { ROUNDS: process.env.ROUNDS ?? '20', UPLOAD_MB: process.env.UPLOAD_MB ?? '100' }
const folder = mkdtempSync(join(tmpdir(), 'greenroom-soak-'))
const figuresFile = join(folder, 'figures.jsonl')
const begun = Date.now()
console.log(
  `Killing the program ${sizes.ROUNDS} times under load, ten uploads of ${sizes.UPLOAD_MB} MB, a replica in every state, and the rest`,
)
const code = await new Promise((resolve) => {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  spawn(process.execPath, [vitest, 'run', '--project', 'process', '--project', 'long-process'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...sizes, FIGURES_FILE: figuresFile },
  }).on('exit', (status) => resolve(status ?? 1))
})

const lines = existsSync(figuresFile)
  ? readFileSync(figuresFile, 'utf8').trim().split('\n').filter(Boolean)
  : []
rmSync(folder, { recursive: true, force: true })
const figures = lines.map((line) => JSON.parse(line))
const width = Math.max(0, ...figures.map(({ name }) => name.length))
console.log('\nMeasured')
for (const { name, value } of figures) console.log(`  ${name.padEnd(width)}  ${value}`)
console.log(`The soak took ${((Date.now() - begun) / 1000).toFixed(0)} s`)
console.log(code === 0 ? 'The soak passed.' : 'The soak FAILED; the lines above say where.')
process.exit(code)
