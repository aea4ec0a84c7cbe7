import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { positionHeader } from '@greenroom/contract/database-position'
import { tabHeader } from '@greenroom/contract/desk/live/tab-header'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Settings } from '../../settings.ts'
import { longestPathPart, routedUrl } from './broken-address.ts'
import { clientAddress } from './client-address.ts'
import { handleErrors, sendError } from './error-response.ts'
import { refuseDeepJson } from './json-depth.ts'
import { securityHeaders } from './security-headers.ts'

/** Max size of a JSON body in bytes. */
const jsonBytes = 1_048_576

interface HttpServerOptions {
  settings: Settings
  log: Logger
  /** What the sign-in needs in the console's content security policy besides our own origin. */
  signInSources: SignInSources
}

/** Origins of Google's button, whose script opens frames and makes calls; none where the server exchanges codes. */
export type SignInSources = readonly string[]

/** Creates the HTTP server with what every route shares: limits, headers, parsing, errors. It has no routes yet. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { settings, log } = options
  const headers = await securityHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...options.signInSources],
        // Mantine sets sizes and colours in style attributes.
        styleSrc: ["'self'", "'unsafe-inline'", ...options.signInSources],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", ...options.signInSources],
        // The preview of a chosen PDF before it is uploaded.
        frameSrc: ["'self'", 'blob:', ...options.signInSources],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Google's sign-in window must be able to message the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: settings.PUBLIC_URL?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  })
  const app = fastify({
    loggerInstance: log,
    // Replaced by one line per request, logged below with the route instead of the URL.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: jsonBytes,
    trustProxy: settings.TRUST_PROXY.length > 0 ? settings.TRUST_PROXY : false,
    // Cuts off a client that sends its headers or body very slowly.
    connectionTimeout: 120_000,
    requestTimeout: 600_000,
    keepAliveTimeout: 65_000,
    http: { maxHeaderSize: 16_384, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: longestPathPart },
    rewriteUrl: routedUrl,
    return503OnClosing: true,
    // The router's own errors, such as a URL that cannot be decoded, skip hooks and the error handler.
    frameworkErrors: (error, request, reply) => {
      for (const [name, value] of headers) reply.raw.setHeader(name, value)
      reply.header('x-request-id', request.id)
      sendError(error, request as FastifyRequest, reply as FastifyReply)
    },
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance

  handleErrors(app)
  app.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    reply.header('x-request-id', request.id)
    done()
  })
  let hasWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    const sender = request.socket.remoteAddress
    if (!hasWarned && 'x-forwarded-for' in request.headers && request.ip === sender) {
      hasWarned = true
      log.warn({ sender }, 'X-Forwarded-For is ignored: TRUST_PROXY does not name its sender')
    }
    done()
  })
  await app.register(cors, {
    origin: settings.CORS_ORIGINS.length > 0 ? settings.CORS_ORIGINS : false,
    allowedHeaders: [
      'authorization',
      'content-type',
      'if-match',
      'idempotency-key',
      positionHeader,
      tabHeader,
    ],
    exposedHeaders: ['x-request-id', 'retry-after', positionHeader],
    methods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'],
    maxAge: 600,
  })
  await app.register(rateLimit, { global: false })
  await app.register(multipart, { throwFileSizeLimit: true })

  const parseJson = app.getDefaultJsonParser('remove', 'remove')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  // Requests without a body may still declare JSON: empty means none.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    parseJson(request, body as string, (error, value) => {
      if (error) return done(error)
      try {
        refuseDeepJson(value)
        done(null, value)
      } catch (refusal) {
        done(refusal as Error)
      }
    })
  })

  if (log.isLevelEnabled('info')) {
    app.addHook('onResponse', async (request, reply) => {
      const isStream = request.routeOptions.config.endpoint?.isStream && reply.raw.statusCode === 200
      request.log.info(
        {
          method: request.method,
          // The route, not the URL: searches and people's ids stay out of the log.
          route: request.routeOptions.url ?? 'none',
          status: reply.statusCode,
          // A stream is open as long as its screen: that is no slow response.
          ...(isStream
            ? { openSeconds: Math.round(reply.elapsedTime / 1000) }
            : { ms: Math.round(reply.elapsedTime) }),
          address: clientAddress(request),
          actor: request.actor?.email,
        },
        'Answered',
      )
    })
  }
  return app
}
