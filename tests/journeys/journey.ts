import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import { test as base, expect, type Page } from 'playwright/test'
import { systemClock } from '../../apps/api/src/platform/clock.ts'
import {
  issueSandboxCredential,
  sandboxIssuer,
} from '../../apps/api/src/platform/identity/sandbox-accounts.ts'
import { loadSandboxKeys } from '../../apps/api/src/platform/identity/sandbox-keys.ts'

/** A running program with sample data, for the spec files of one worker. */
export interface Program {
  url: string
  /** A credential of the sandbox. */
  token(email?: string): Promise<string>
  /** A call past the screen, to prepare a case or to see its effect. */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: { data: never } }>
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '..', '..')

/** Starts the built program on a free port in a folder of its own. */
export async function startProgram(environment: Record<string, string> = {}): Promise<Program> {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-journey-'))
  // The database's own user must be able to pass through, when the tests run as root.
  chmodSync(dataDir, 0o755)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'apps/api/dist/main.js')], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_WRITES_PER_MINUTE: '0',
      RATE_LIMIT_SIGN_INS_PER_MINUTE: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await ready(child)
  const keys = await loadSandboxKeys(dataDir)
  const token = (email = 'meera.nair@greenroom.example') =>
    issueSandboxCredential(email, { keys, issuer: sandboxIssuer(url), clock: systemClock })
  return {
    url,
    token,
    async call(method, path, body) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await token()}`,
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as { data: never } }
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += String(chunk)
      if (/^Greenroom is ready at /m.test(output)) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`The program ended with ${code}:\n${output}`)))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

interface Journey {
  /** Holds a credential before the first page is opened, as a person does who signed in before. */
  signedIn: Page
  /** Console messages that a case expects; anything else fails it. */
  expectedConsole: RegExp[]
}

export const test = base.extend<Journey, { program: Program }>({
  program: [
    async ({ browserName: _ }, use) => {
      const program = await startProgram()
      await use(program)
      await program.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ program }, use) => use(program.url),
  expectedConsole: async ({ browserName: _ }, use) => use([]),
  page: async ({ page, expectedConsole }, use) => {
    const problems: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
    })
    page.on('pageerror', (error) => problems.push(String(error)))
    await page.addInitScript(() => {
      // A violation of the content security policy is a defect, whatever the browser logs of it.
      document.addEventListener('securitypolicyviolation', (event) =>
        // biome-ignore lint/suspicious/noConsole: this is how the page tells the test.
        console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`),
      )
    })
    await use(page)
    expect(problems.filter((text) => !expectedConsole.some((pattern) => pattern.test(text)))).toEqual([])
  },
  signedIn: async ({ page, program }, use) => {
    await signIn(page, await program.token())
    await use(page)
  },
})

export { expect }

/** Puts a credential into the tab's session storage, once: signing out in the case removes it for good. */
export async function signIn(page: Page, token: string): Promise<void> {
  await page.addInitScript((credential) => {
    if (sessionStorage.getItem('test-signed-in')) return
    sessionStorage.setItem('test-signed-in', 'yes')
    sessionStorage.setItem('credential', credential)
  }, token)
}

/** Checks the page as it stands, open dialogs included, against WCAG 2.2 AA. */
export async function expectAccessible(page: Page): Promise<void> {
  // A colour in transition has a contrast that nobody reads.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  )
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe }
    const result = await checker.run(document, {
      runOnly: {
        type: 'tag',
        values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      },
    })
    return result.violations.map((violation) => ({
      id: violation.id,
      help: violation.help,
      nodes: violation.nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
    }))
  })
  expect(violations).toEqual([])
}

/** Checks light and dark, one after the other. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expectAccessible(page)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
