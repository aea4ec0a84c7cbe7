// npm run backup and npm run restore: copy database and files while the program runs, and restore the copy.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installDependencies, root } from './install.mjs'

installDependencies()
const { buildAll } = await import('./build.mjs')
await buildAll('API')
const command = join(root, 'apps/api/dist/backup/backup-command.js')
const { status } = spawnSync(process.execPath, ['--enable-source-maps', command, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
