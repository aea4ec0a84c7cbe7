// npm run backup, restore, counts, import, owner, files:adopt and files:sweep: builds the API if needed and runs one of its commands,
// named by its file.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installDependencies, root } from './install.mjs'

installDependencies()
const { buildAll } = await import('./build.mjs')
await buildAll('API')
const [name, ...options] = process.argv.slice(2)
const command = join(root, 'apps/api/dist', `${name}-command.js`)
const { status } = spawnSync(process.execPath, ['--enable-source-maps', command, ...options], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
