import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import { freePort } from '../../apps/api/src/platform/free-port.ts'
import { card, expect, test } from './journey.ts'
import { startProgram } from './program.ts'

const build = join(import.meta.dirname, '..', '..', 'apps', 'console', 'dist')
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Serves the build as static files, with its own config.js. */
function serveBuild(port: number, apiUrl: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://static').pathname
    const answer = (type: string, body: Buffer | string) =>
      response.writeHead(200, { 'content-type': type }).end(body)
    if (path === '/config.js') {
      return answer('text/javascript', `window.GREENROOM = { apiUrl: ${JSON.stringify(apiUrl)} }`)
    }
    const name = extname(path) in types ? path : '/index.html'
    readFile(join(build, name)).then(
      (body) => answer(types[extname(name)] ?? 'application/octet-stream', body),
      () => response.writeHead(404).end(),
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

test('signs in at the server named in config.js when the build is served as static files elsewhere', async ({
  page,
}) => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const program = await startProgram({ CORS_ORIGINS: origin, CONSOLE: 'off' })
  const server = await serveBuild(port, program.url)
  try {
    await page.goto(`${origin}/`)
    await expect(page).toHaveURL(`${origin}/login`)
    await page.getByRole('button', { name: 'Sign in with Google' }).click()
    await expect(page).toHaveURL((address) => address.origin === program.url)
    await page.getByRole('button', { name: 'Meera Nair' }).click()
    await expect(page).toHaveURL(`${origin}/masterclass`)
    const first = card(page, 'First salary, first SIP')
    await expect(first).toBeVisible()
    await expect
      .poll(() =>
        first
          .getByRole('img')
          .or(first.locator('img'))
          .first()
          .evaluate((picture) => (picture as HTMLImageElement).naturalWidth),
      )
      .toBeGreaterThan(0)
    await page.goto(`${origin}/creators`)
    await expect(page.getByRole('heading', { name: 'Ananya Deshpande' })).toBeVisible()
    // What waits is read later, when the servers have stopped.
    await page.goto('about:blank')
  } finally {
    server.closeAllConnections()
    server.close()
    await program.stop()
  }
})
