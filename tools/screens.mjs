// npm run screens [-- SCENE ...]: takes the screenshots of tools/screens.ts. It installs missing packages first, because
// that file needs tsx.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installDependencies, root } from './install.mjs'

installDependencies()
const tsx = join(root, 'node_modules/tsx/dist/cli.mjs')
const { status } = spawnSync(
  process.execPath,
  [tsx, join(import.meta.dirname, 'screens.ts'), ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
)
process.exit(status ?? 1)
