// npm start: installs what is missing, builds what is stale, starts everything on one address.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installDependencies, root } from './install.mjs'

installDependencies()
const { buildAll } = await import('./build.mjs')
await buildAll()

const isSandbox = !process.env.GOOGLE_CLIENT_ID && !process.env.OIDC_ISSUER
// A person who starts it by hand wants to see what goes wrong and not every request.
const env = { LOG_LEVEL: 'warn', ...process.env }
const server = spawn(process.execPath, ['--enable-source-maps', join(root, 'apps/api/dist/main.js')], {
  cwd: root,
  env,
  stdio: ['inherit', 'pipe', 'inherit'],
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
// Ctrl+C reaches the server as well; this process stays until it has stopped in order.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => signal === 'SIGTERM' && server.kill('SIGTERM'))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
