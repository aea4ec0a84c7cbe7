import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { runAs, type ServerUser } from '../server-user.ts'

export const onWindows = process.platform === 'win32'
export const run = promisify(execFile)
export const pauseFor = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/**
 * Returns spawn options with a clean environment, so that the caller's PostgreSQL variables do not redirect the
 * server.
 */
export function serverProcess(user: ServerUser | undefined) {
  const env: NodeJS.ProcessEnv = { LC_MESSAGES: 'C', TZ: 'UTC' }
  for (const name of ['PATH', 'SystemRoot', 'TEMP', 'TMP']) {
    if (process.env[name] !== undefined) env[name] = process.env[name]
  }
  return { ...runAs(user), cwd: onWindows ? tmpdir() : '/', env, windowsHide: true }
}
