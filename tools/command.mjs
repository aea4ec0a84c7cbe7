// npm run backup, restore, files:adopt and files:sweep: build the API if needed, then run one of its commands.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installDependencies, root } from './install.mjs'

installDependencies()
const { buildAll } = await import('./build.mjs')
await buildAll('API')
const [command, ...args] = process.argv.slice(2)
const file = join(root, 'apps/api/dist', `${command}.js`)
const { status } = spawnSync(process.execPath, ['--enable-source-maps', file, ...args], { stdio: 'inherit' })
process.exit(status ?? 1)
