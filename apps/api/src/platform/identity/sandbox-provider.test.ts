import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readSettings } from '../../settings.ts'
import { systemClock } from '../clock.ts'
import { freePort } from '../free-port.ts'
import { chooseIdentity, type SignInIdentity } from './identity.ts'
import { publicUrlOf } from './public-url.ts'

let app: FastifyInstance
let identity: SignInIdentity
let dataDir: string
let publicUrl: string
let issuer: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-provider-'))
  const settings = readSettings({
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    CORS_ORIGINS: 'https://console.example',
  })
  publicUrl = publicUrlOf(settings)
  issuer = `${publicUrl}/idp`
  const log = pino({ level: 'silent' })
  identity = await chooseIdentity(settings, { publicUrl, dataDir, clock: systemClock, log })
  app = Fastify()
  await identity.mount(app)
  await app.listen({ host: settings.HOST, port: settings.PORT })
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** A minimal browser for the sign-in: keeps cookies by path and does not follow redirects by itself. */
function browser() {
  const cookies = new Map<string, { name: string; value: string; path: string }>()
  return async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, publicUrl)
    const cookie = [...cookies.values()]
      .filter(({ path }) => url.pathname === path || url.pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...(cookie && { cookie }) },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/'
      if (value === '') cookies.delete(name + path)
      else cookies.set(name + path, { name, value, path })
    }
    return response
  }
}

const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

function authorizationAddress(changed: Record<string, string | undefined> = {}): string {
  const parameters = {
    client_id: 'greenroom-console',
    redirect_uri: `${publicUrl}/login`,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changed,
  }
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return `${issuer}/auth?${new URLSearchParams(given)}`
}

function locationOf(response: Response): URL {
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '', publicUrl)
}

type Browser = ReturnType<typeof browser>

/** Chooses an account on the chooser page at `page` and follows the redirects to the console. */
async function choose(open: Browser, page: URL, account: string): Promise<URL> {
  const posted = await open(page.href, { method: 'POST', body: new URLSearchParams({ account }) })
  return locationOf(await open(locationOf(posted).href))
}

function exchange(code: string, changed: Record<string, string> = {}, headers: Record<string, string> = {}) {
  return fetch(`${issuer}/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'greenroom-console',
      redirect_uri: `${publicUrl}/login`,
      code,
      code_verifier: verifier,
      ...changed,
    }),
  })
}

async function credentialIn(response: Response): Promise<string> {
  const { id_token: credential } = z.object({ id_token: z.string() }).parse(await response.json())
  return credential
}

async function signIn(account: string, open = browser()): Promise<string> {
  const page = locationOf(await open(authorizationAddress()))
  const back = await choose(open, page, account)
  return credentialIn(await exchange(back.searchParams.get('code') ?? ''))
}

describe('the sandbox sign-in', () => {
  it('leads from the console through the chooser to an ID token that the API accepts (AUTH-01)', async () => {
    const discovery = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
    expect(discovery).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
    })

    const open = browser()
    const page = locationOf(await open(authorizationAddress()))
    expect(page.pathname).toMatch(/^\/idp\/interaction\/[\w-]+$/)
    const back = await choose(open, page, 'meera.nair@greenroom.example')
    expect(back.origin + back.pathname).toBe(`${publicUrl}/login`)
    expect(back.searchParams.get('state')).toBe('state-1')

    const response = await exchange(back.searchParams.get('code') ?? '')
    expect(response.status).toBe(200)
    const credential = await credentialIn(response)
    const claims = decodeJwt(credential)
    expect(claims).toMatchObject({ nonce: 'nonce-1', email_verified: true })
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(60 * 60)
    const verified = await identity.verify(credential)
    expect(verified).toMatchObject({ email: 'meera.nair@greenroom.example', name: 'Meera Nair' })
  })

  it('gives an outsider a valid credential, which the API then rejects (AUTH-10)', async () => {
    const credential = await signIn('rohan.das@elsewhere.example')
    await expect(identity.verify(credential)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_ACCEPTED' })
  })

  it('asks for the account every time, also in two tabs at once (AUTH-01)', async () => {
    const open = browser()
    expect(decodeJwt(await signIn('meera.nair@greenroom.example', open)).email).toBe(
      'meera.nair@greenroom.example',
    )
    expect(decodeJwt(await signIn('arjun.mehta@greenroom.example', open)).email).toBe(
      'arjun.mehta@greenroom.example',
    )

    const one = locationOf(await open(authorizationAddress({ state: 'one' })))
    const two = locationOf(await open(authorizationAddress({ state: 'two' })))
    const backFromOne = await choose(open, one, 'meera.nair@greenroom.example')
    const backFromTwo = await choose(open, two, 'arjun.mehta@greenroom.example')
    expect(backFromOne.searchParams.get('code')).toBeTruthy()
    expect(backFromTwo.searchParams.get('code')).toBeTruthy()

    const silent = locationOf(await open(authorizationAddress({ prompt: 'none' })))
    expect(silent.searchParams.get('error')).toBe('login_required')
  })

  it('returns to the console with access_denied on Cancel (AUTH-04)', async () => {
    const open = browser()
    const page = locationOf(await open(authorizationAddress()))
    const html = await (await open(page.href)).text()
    const cancel = /<a href="([^"]+)">Cancel<\/a>/.exec(html)?.[1] ?? ''
    const back = locationOf(await open(locationOf(await open(cancel)).href))
    expect(back.origin + back.pathname).toBe(`${publicUrl}/login`)
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(back.searchParams.get('state')).toBe('state-1')
    expect(back.searchParams.has('code')).toBe(false)
  })

  it('issues a credential only once per code, and only to the holder of its verifier (AUTH-09)', async () => {
    const open = browser()
    const page = locationOf(await open(authorizationAddress()))
    const code = (await choose(open, page, 'meera.nair@greenroom.example')).searchParams.get('code') ?? ''
    const stolen = await exchange(code, { code_verifier: randomBytes(32).toString('base64url') })
    expect(stolen.status).toBe(400)
    expect(await stolen.json()).toMatchObject({ error: 'invalid_grant' })

    const secondPage = locationOf(await open(authorizationAddress()))
    const second =
      (await choose(open, secondPage, 'meera.nair@greenroom.example')).searchParams.get('code') ?? ''
    expect((await exchange(second)).status).toBe(200)
    expect((await exchange(second)).status).toBe(400)
  })

  it('rejects a request without PKCE or with the plain method (AUTH-09)', async () => {
    const without = await browser()(
      authorizationAddress({ code_challenge: undefined, code_challenge_method: undefined }),
    )
    expect(locationOf(without).searchParams.get('error')).toBe('invalid_request')
    const plain = await browser()(authorizationAddress({ code_challenge_method: 'plain' }))
    expect(locationOf(plain).searchParams.get('error')).toBe('invalid_request')
  })

  it('redirects only to the console (AUTH-09)', async () => {
    const response = await browser()(authorizationAddress({ redirect_uri: 'https://evil.example/login' }))
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
    const html = await response.text()
    expect(html).toContain("This sign-in can't go on")
    expect(html).not.toContain('evil.example')
  })

  it('lets the console be opened by other names of this computer and from each further origin (AUTH-01)', async () => {
    const { port } = new URL(publicUrl)
    for (const origin of [`http://localhost:${port}`, `http://[::1]:${port}`, 'https://console.example']) {
      const open = browser()
      const page = locationOf(await open(authorizationAddress({ redirect_uri: `${origin}/login` })))
      const policy = (await open(page.href)).headers.get('content-security-policy')
      expect(policy).toContain(`form-action 'self' ${origin};`)
      const back = await choose(open, page, 'meera.nair@greenroom.example')
      expect(back.origin).toBe(origin)
      const code = back.searchParams.get('code') ?? ''
      const response = await exchange(code, { redirect_uri: `${origin}/login` }, { origin })
      expect(response.status).toBe(200)
      expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    }
  })

  it('gives no credential to a page of another origin (AUTH-09)', async () => {
    const open = browser()
    const page = locationOf(await open(authorizationAddress()))
    const code = (await choose(open, page, 'meera.nair@greenroom.example')).searchParams.get('code') ?? ''
    const response = await exchange(code, {}, { origin: 'https://evil.example' })
    expect(response.status).toBe(400)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('refuses a foreign host name that resolves to this computer (AUTH-09)', async () => {
    const { port } = new URL(publicUrl)
    const status = await new Promise((resolve, reject) => {
      httpRequest(
        {
          host: '127.0.0.1',
          port,
          path: '/idp/.well-known/openid-configuration',
          headers: { host: 'evil.example' },
        },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
        .on('error', reject)
        .end()
    })
    expect(status).not.toBe(200)
  })

  const discovery = '/idp/.well-known/openid-configuration'
  const hostOf = (address: string) => new URL(address).host

  it.each(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'])(
    'refuses a request with the header %s of a proxy (OQ-170)',
    async (name) => {
      const response = await fetch(publicUrl + discovery, { headers: { [name]: '203.0.113.9' } })
      expect(response.status).toBe(400)
      expect((await fetch(publicUrl + discovery)).status).toBe(200)
    },
  )

  it('refuses HTTP/1.0, which a bare proxy_pass of nginx speaks (OQ-170)', async () => {
    const { port, host } = new URL(publicUrl)
    const statusOver = async (version: string) => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(`GET ${discovery} HTTP/${version}\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
      return String(await text(socket)).split(' ')[1]
    }
    expect(await statusOver('1.1')).toBe('200')
    expect(await statusOver('1.0')).toBe('400')
  })

  it('refuses another computer, unless it is a demo (OQ-170)', async () => {
    const statusFrom = async (server: FastifyInstance, address: string, remoteAddress: string) =>
      (await server.inject({ url: discovery, headers: { host: hostOf(address) }, remoteAddress })).statusCode
    expect(await statusFrom(app, publicUrl, '203.0.113.9')).toBe(400)
    expect(await statusFrom(app, publicUrl, '::ffff:203.0.113.9')).toBe(400)

    const settings = readSettings({ DATA_DIR: dataDir, DEMO: 'on', PUBLIC_URL: 'https://demo.example' })
    const context = {
      publicUrl: 'https://demo.example',
      dataDir,
      clock: systemClock,
      log: pino({ level: 'silent' }),
    }
    const demo = Fastify()
    await (await chooseIdentity(settings, context)).mount(demo)
    expect(await statusFrom(demo, 'https://demo.example', '203.0.113.9')).toBe(200)
    expect(await statusFrom(demo, 'https://evil.example', '203.0.113.9')).toBe(400)
    await demo.close()
  })
})

describe('the account chooser', () => {
  it('names the three accounts, says that it is the sandbox, and contains no script (AUTH-01)', async () => {
    const open = browser()
    const response = await open(locationOf(await open(authorizationAddress())).href)
    const html = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(html).toContain('<h1>Choose an account</h1>')
    expect(html).toContain('Sandbox sign-in')
    for (const name of ['Meera Nair', 'Arjun Mehta', 'Rohan Das']) expect(html).toContain(name)
    expect(html).toContain('Refused: not on the allow-list')
    expect(html).not.toMatch(/<script|<style|style=/)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("font-src 'self'")
    expect(policy).not.toContain('unsafe')
    const styles = await fetch(`${issuer}/sandbox.css`)
    expect(styles.headers.get('content-type')).toBe('text/css; charset=utf-8')
  })

  it('sets its cookies for this site only, hidden from scripts (AUTH-01)', async () => {
    const response = await browser()(authorizationAddress())
    const lines = response.headers.getSetCookie()
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toMatch(/httponly/i)
    for (const line of lines) expect(line).toMatch(/samesite=lax/i)
  })

  it('rejects a browser that did not start the sign-in (AUTH-01)', async () => {
    const page = locationOf(await browser()(authorizationAddress()))
    const stranger = browser()
    for (const response of [
      await stranger(page.href),
      await stranger(page.href, {
        method: 'POST',
        body: new URLSearchParams({ account: 'meera.nair@greenroom.example' }),
      }),
      await stranger(`${page.href}/cancel`),
    ]) {
      expect(response.status).toBe(400)
      expect(await response.text()).toContain("This sign-in can't go on")
    }
  })

  it('rejects an account that it does not offer (AUTH-01)', async () => {
    const open = browser()
    const page = locationOf(await open(authorizationAddress()))
    for (const body of [new URLSearchParams({ account: 'root@greenroom.example' }), new URLSearchParams()]) {
      expect((await open(page.href, { method: 'POST', body })).status).toBe(400)
    }
    const back = await choose(open, page, 'meera.nair@greenroom.example')
    expect(back.searchParams.get('code')).toBeTruthy()
  })
})
