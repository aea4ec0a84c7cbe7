// npm start: installs missing packages, builds what has changed, and starts everything at one address.
// package.json uses exec so that npm's signals reach this process; a shell wouldn't forward them. Windows has no exec and
// runs the command after ||.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installDependencies, root } from './install.mjs'
import { nodeFlags } from './node-flags.mjs'

installDependencies()
const { buildAll } = await import('./build.mjs')
await buildAll()

const isSandbox = !process.env.GOOGLE_CLIENT_ID && !process.env.ENTRA_CLIENT_ID && !process.env.OIDC_ISSUER
// Started by hand, it logs problems and not every request.
const env = { LOG_LEVEL: 'warn', ...process.env }
const server = spawn(process.execPath, [...nodeFlags, join(root, 'apps/api/dist/main.js')], {
  cwd: root,
  env,
  // If this process is killed, the channel closes and the server stops.
  stdio: ['inherit', 'pipe', 'inherit', 'ipc'],
})
server.stdout.on('data', (chunk) => {
  process.stdout.write(chunk)
  if (!/^Greenroom is ready at /m.test(String(chunk))) return
  console.log(
    isSandbox
      ? 'Sign in with the button there; the sandbox offers accounts and asks for no password.'
      : 'Sign in with your company account.',
  )
  console.log('Stop it with Ctrl+C.')
})
// Ctrl+C reaches the server as well, which ignores the second signal. This process waits for its shutdown.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

// npm forwards SIGINT and SIGTERM, but not its own SIGKILL. Without npm the parent may end, as a shell does after nohup.
if (process.env.npm_lifecycle_event === 'start') {
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    server.kill('SIGTERM')
  }, 1_000)
}
