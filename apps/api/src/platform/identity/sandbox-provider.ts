import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorOut, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Logger } from 'pino'
import { AppError } from '../app-error.ts'
import { fontStylesheet } from '../http/console-routes.ts'
import { isLocalRequest } from './loopback-host.ts'
import { sandboxAccounts, sandboxClaims, sandboxClientId, sandboxTokenSeconds } from './sandbox-accounts.ts'
import type { SandboxKeys } from './sandbox-keys.ts'
import { chooserPage, sandboxStyles, stoppedPage } from './sandbox-pages.ts'
import { createSandboxStore } from './sandbox-store.ts'

interface SandboxProviderOptions {
  /** Issuer URL, from sandboxIssuer. */
  issuer: string
  keys: SandboxKeys
  /** Redirect URLs of the console; their origins may call the token endpoint. */
  redirectUris: string[]
  /** Whether requests from other computers and through proxies are allowed. */
  isDemo: boolean
  /** Whether this server has the console's font. */
  hasFont: boolean
  log: Logger
}

const scopes = ['openid', 'email', 'profile']
const sessionCookie = 'greenroom_sandbox_session'
const stopped = 'It took too long, or it was finished already. Nothing was changed.'

/**
 * Adds a real OpenID provider with three made-up accounts under /idp: authorization code with PKCE, a public client,
 * and an account chooser instead of a password (OQ-015). For this computer only, unless
 * it is a demo.
 */
export async function mountSandboxProvider(
  app: FastifyInstance,
  options: SandboxProviderOptions,
): Promise<void> {
  const provider = onFirstUse(() => createProvider(options))
  await app.register(async (scope) => {
    refuseStrangers(scope, options)
    // The provider parses the bodies of its own endpoints.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    addProviderRoutes(scope, provider, options)
    await scope.register(async (chooser) => addChooserRoutes(chooser, provider, options))
  })
}

/** The provider's library takes 25 MB, so it is loaded only when somebody signs in at the sandbox. */
function onFirstUse<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

async function createProvider({
  issuer,
  keys,
  redirectUris,
  hasFont,
  log,
}: SandboxProviderOptions): Promise<Provider> {
  const { Provider: OpenIdProvider, interactionPolicy } = await loadLibrary(log)
  const policy = interactionPolicy.base()
  // No consent page: the console and its provider belong together.
  policy.remove('consent')
  const origins = new Set(redirectUris.map((address) => new URL(address).origin))
  const mountPath = new URL(issuer).pathname
  const provider = new OpenIdProvider(issuer, {
    adapter: createSandboxStore(),
    jwks: { keys: [keys.privateKey] },
    clients: [
      {
        client_id: sandboxClientId,
        client_name: 'Greenroom',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'RS256',
        redirect_uris: redirectUris,
      },
    ],
    responseTypes: ['code'],
    scopes,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // The credential is the ID token, so it must contain the claims about the person.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    cookies: {
      names: {
        session: sessionCookie,
        interaction: 'greenroom_sandbox_choice',
        resume: 'greenroom_sandbox_return',
      },
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: sandboxTokenSeconds,
      IdToken: sandboxTokenSeconds,
      Interaction: 3600,
      Session: 3600,
    },
    interactions: { policy, url: (_context, interaction) => `${mountPath}/interaction/${interaction.uid}` },
    clientBasedCORS: (_context, origin) => origins.has(origin),
    findAccount: (_context, subject) => {
      const account = sandboxAccounts.find(({ email }) => sandboxClaims(email).sub === subject)
      return account && { accountId: subject, claims: () => sandboxClaims(account.email) }
    },
    loadExistingGrant: grantEverything,
    renderError: (context, out) =>
      renderStopped(context, out, redirectUris, stylesheetsOf(mountPath, hasFont)),
  })
  // Behind an https proxy, URLs and cookies must use https as well.
  provider.proxy = issuer.startsWith('https:')
  provider.on('server_error', (_context, error) => log.error({ err: error }, 'The sandbox sign-in failed'))
  provider.onerror = (error) => log.error({ err: error }, 'The sandbox sign-in failed')
  return provider
}

async function grantEverything({ oidc }: KoaContextWithOIDC) {
  if (!oidc.client || !oidc.session?.accountId) return undefined
  const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
  grant.addOIDCScope(scopes)
  await grant.save()
  return grant
}

function addProviderRoutes(
  scope: FastifyInstance,
  provider: () => Promise<Provider>,
  { issuer }: SandboxProviderOptions,
): void {
  const handler = onFirstUse(async () => (await provider()).callback())
  const mountPath = new URL(issuer).pathname
  const passOn = async (request: FastifyRequest, reply: FastifyReply) => {
    const handle = await handler()
    reply.hijack()
    const { raw } = request
    const path = (raw.url ?? '/').replace(/^\/idp/, '')
    // Always asks for the account, so that a person can choose another one after signing out. Without the cookie
    // every sign-in is a first one, also in two tabs at once.
    raw.headers.cookie = withoutCookie(raw.headers.cookie, sessionCookie)
    await handle(Object.assign(raw, { originalUrl: mountPath + path, url: path }), reply.raw)
  }
  const route = (method: 'GET' | 'POST' | 'OPTIONS', url: string) =>
    scope.route({ method, url, exposeHeadRoute: false, config: { access: 'public' }, handler: passOn })

  for (const url of ['/idp/.well-known/openid-configuration', '/idp/jwks']) {
    route('GET', url)
    route('OPTIONS', url)
  }
  route('GET', '/idp/auth')
  route('GET', '/idp/auth/:uid')
  route('POST', '/idp/token')
  route('OPTIONS', '/idp/token')
}

function addChooserRoutes(
  scope: FastifyInstance,
  provider: () => Promise<Provider>,
  { issuer, redirectUris, hasFont }: SandboxProviderOptions,
): void {
  const mountPath = new URL(issuer).pathname
  const stylesheets = stylesheetsOf(mountPath, hasFont)
  const loginUrl = redirectUris[0] ?? '/login'
  const open = { config: { access: 'public' }, exposeHeadRoute: false } as const

  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4096 },
    (_, body, done) => done(null, new URLSearchParams(String(body))),
  )

  const interactionOf = async (request: FastifyRequest<{ Params: { uid: string } }>, reply: FastifyReply) => {
    try {
      const interaction = await (await provider()).interactionDetails(request.raw, reply.raw)
      return interaction.uid === request.params.uid ? interaction : undefined
    } catch (error) {
      // The library throws for an unknown or finished sign-in; any other error is a bug.
      if (error instanceof Error && error.name === 'SessionNotFound') return undefined
      throw error
    }
  }
  const stop = (reply: FastifyReply) =>
    asPage(reply.code(400), ["'none'"]).send(stoppedPage({ message: stopped, loginUrl, stylesheets }))

  scope.get('/idp/sandbox.css', open, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(sandboxStyles),
  )

  scope.get<{ Params: { uid: string } }>('/idp/interaction/:uid', open, async (request, reply) => {
    const interaction = await interactionOf(request, reply)
    if (!interaction) return stop(reply)
    const action = `${mountPath}/interaction/${interaction.uid}`
    // Browsers apply form-action to redirects after the form as well, and the last one leads to the console.
    const targets = ["'self'", new URL(String(interaction.params.redirect_uri)).origin]
    return asPage(reply, targets).send(chooserPage({ accounts: sandboxAccounts, action, stylesheets }))
  })

  scope.post<{ Params: { uid: string } }>('/idp/interaction/:uid', open, async (request, reply) => {
    const chosen = request.body instanceof URLSearchParams ? request.body.get('account') : null
    const account = sandboxAccounts.find(({ email }) => email === chosen)
    if (!account || !(await interactionOf(request, reply))) return stop(reply)
    const login = { accountId: sandboxClaims(account.email).sub, remember: false }
    return reply.redirect(await (await provider()).interactionResult(request.raw, reply.raw, { login }), 303)
  })

  scope.get<{ Params: { uid: string } }>('/idp/interaction/:uid/cancel', open, async (request, reply) => {
    if (!(await interactionOf(request, reply))) return stop(reply)
    const refusal = { error: 'access_denied', error_description: 'The sign-in was cancelled.' }
    return reply.redirect(await (await provider()).interactionResult(request.raw, reply.raw, refusal), 303)
  })
}

function asPage(reply: FastifyReply, formTargets: string[]): FastifyReply {
  return reply.type('text/html; charset=utf-8').headers(pageHeaders(formTargets))
}

function pageHeaders(formTargets: string[]): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "font-src 'self'",
      'img-src data:',
      `form-action ${formTargets.join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
}

function stylesheetsOf(mountPath: string, hasFont: boolean): string[] {
  return [...(hasFont ? [fontStylesheet] : []), `${mountPath}/sandbox.css`]
}

function renderStopped(
  context: KoaContextWithOIDC,
  out: ErrorOut,
  redirectUris: string[],
  stylesheets: string[],
): void {
  const expired = out.error === 'invalid_request' && context.path.startsWith('/auth/')
  const message = expired ? stopped : 'The console asked for it in a way that is not allowed here.'
  context.set(pageHeaders(["'none'"]))
  context.type = 'html'
  context.body = stoppedPage({
    message,
    loginUrl: redirectUris[0] ?? '/login',
    stylesheets,
  })
}

/**
 * Refuses requests from other computers and through proxies, except in a demo, and always other host names: a web page
 * whose own name resolves to this computer would have the same origin as these pages, could choose an account by itself
 * and read the credential. Its Host header gives it away.
 */
function refuseStrangers(scope: FastifyInstance, { redirectUris, isDemo }: SandboxProviderOptions): void {
  const known = new Set(redirectUris.map((address) => new URL(address).hostname))
  scope.addHook('onRequest', async (request) => {
    const address = `http://${request.headers.host ?? ''}`
    const isKnown = URL.canParse(address) && known.has(new URL(address).hostname)
    if (!isKnown || !(isDemo || isLocalRequest(request))) {
      throw new AppError('BAD_REQUEST', 'The sandbox sign-in is not available at this address.')
    }
  })
}

function withoutCookie(header: string | undefined, name: string): string | undefined {
  const kept = header?.split(';').filter((cookie) => cookie.trim().split('=')[0] !== name)
  return kept?.join(';')
}

let library: Promise<typeof import('oidc-provider')> | undefined

/**
 * Loads the provider library on first use, because it is large and most servers never need it. On Node 20 it prints
 * that it prefers a later version; that goes to the log, because it needs no action: the tests run on Node 20.
 */
function loadLibrary(log: Logger): Promise<typeof import('oidc-provider')> {
  library ??= (async () => {
    const { warn } = console
    console.warn = (...words: unknown[]) => log.debug(words.map(String).join(' '))
    try {
      return await import('oidc-provider')
    } finally {
      console.warn = warn
    }
  })()
  return library
}
