// npm run dev: the API on API_PORT (3001) and the console's development server on PORT (3000), both with reload.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installDependencies, root } from './install.mjs'

installDependencies()
const port = process.env.PORT ?? '3000'
const apiPort = process.env.API_PORT ?? '3001'
const bin = (name) => join(root, 'node_modules', name)
const children = [
  spawn(process.execPath, [bin('tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'src/main.ts'], {
    cwd: join(root, 'apps/api'),
    stdio: 'inherit',
    env: {
      DATA_DIR: join(root, 'data'),
      LOG_LEVEL: 'info',
      ...process.env,
      PORT: apiPort,
      // Browsers reach the API through the console's server, so sign-in must redirect there.
      PUBLIC_URL: process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}`,
      CONSOLE: 'off',
    },
  }),
  spawn(process.execPath, [bin('vite/bin/vite.js'), '--host', '127.0.0.1', '--port', port, '--strictPort'], {
    cwd: join(root, 'apps/console'),
    stdio: 'inherit',
    env: { ...process.env, API_PORT: apiPort },
  }),
]
for (const child of children) {
  child.on('exit', (code) => {
    for (const other of children) other.kill('SIGTERM')
    process.exitCode = code ?? 0
  })
}
process.on('SIGINT', () => {})
