import { createHash } from 'node:crypto'
import { errorStatus } from '@greenroom/contract/error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ModuleHost } from '../../../module-host.ts'
import { AppError } from '../../../platform/app-error.ts'
import { startCall } from '../../../platform/call.ts'
import { type DocumentLinks, linkPath } from './document-link.service.ts'

interface LinkRequest {
  Params: { token: string }
}

/** Drawing a PDF takes a processor, and a link may have been passed on to many. */
const opensPerMinute = 20

const hidden = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Opens links to tax documents, for anybody who has one: the PDF, or a page that says why there is none. */
export function openDocumentLinks(host: ModuleHost, links: DocumentLinks): void {
  const { fastify, settings } = host
  const limit =
    settings.RATE_LIMIT_PER_MINUTE === 0
      ? undefined
      : fastify.createRateLimit({
          max: opensPerMinute,
          timeWindow: 60_000,
          keyGenerator: (request) => `document-link:${(request.params as LinkRequest['Params']).token}`,
        })

  async function admit(request: FastifyRequest): Promise<void> {
    const result = await limit?.(request)
    if (!result || result.isAllowed || !result.isExceeded) return
    const retryAfter = Math.max(1, result.ttlInSeconds)
    throw new AppError('TOO_MANY_REQUESTS', 'This link was opened too often. Try again in a minute.', {
      retryAfter,
    })
  }

  fastify.get<LinkRequest>(
    `${linkPath}/:token`,
    { config: { access: 'public' }, exposeHeadRoute: false },
    async (request, reply) => {
      reply.headers(hidden)
      try {
        const { bytes, fileName } = await links.open(startCall(host), request.params.token, () =>
          admit(request),
        )
        return reply
          .headers({
            'content-type': 'application/pdf',
            'content-disposition': `inline; filename="${fileName}"`,
            // Browsers' viewers wrap the file in a page of their own, which a stricter policy would stop.
            'content-security-policy': "frame-ancestors 'none'",
          })
          .send(bytes)
      } catch (error) {
        const page = error instanceof AppError ? pages[error.code] : undefined
        if (!page || !(error instanceof AppError)) throw error
        return sendPage(reply, page, error)
      }
    },
  )
}

interface Page {
  title: string
  text: string
}

const tryAgain: Page = { title: 'This document can’t be opened now', text: 'Try again in a minute.' }
const pages: Partial<Record<AppError['code'], Page>> = {
  NOT_FOUND: {
    title: 'This link has ended',
    text: 'Links to invoices work for 24 hours. Ask whoever sent it to you for a new one.',
  },
  TOO_MANY_REQUESTS: tryAgain,
  UNAVAILABLE: tryAgain,
}

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:32rem;padding:20vh 24px 0}h1{font-size:22px;line-height:1.3}'
const policy = `default-src 'none'; frame-ancestors 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`

function sendPage(reply: FastifyReply, { title, text }: Page, error: AppError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
  return reply
    .code(errorStatus[error.code])
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`,
    )
}
