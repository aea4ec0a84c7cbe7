import { type RenditionWidth, renditionWidths } from '@greenroom/contract/desk/file/rendition'
import { isShownInBrowser } from '@greenroom/contract/file-type'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../app-error.ts'
import type { Database } from '../database/database.ts'
import { matchesETag } from '../http/etag.ts'
import { readRange } from './byte-range.ts'
import type { Files, StoredFile } from './files.ts'
import type { Renditions } from './renditions.ts'

interface FileRequest {
  Params: { key: string }
  Querystring: { w?: unknown }
}

/**
 * Serves stored files at GET and HEAD /files/:key, and the rendition of a picture with ?w=. They are public: pages
 * that show them have no credential, and a key cannot be guessed. No file can act as a page of this site, whatever its
 * bytes are.
 */
export function registerFileRoutes(
  app: FastifyInstance,
  { files, renditions, db }: { files: Files; renditions: Renditions; db: Database },
): void {
  /** Returns false if the original must be served instead. */
  async function serveRendition(
    request: FastifyRequest<FileRequest>,
    reply: FastifyReply,
    file: StoredFile,
    width: RenditionWidth,
  ): Promise<boolean> {
    const etag = `"${file.sha256}-${width}"`
    if (matchesETag(request.headers['if-none-match'], etag)) {
      reply.code(304).headers({ etag, 'cache-control': forMinutes }).send()
      return true
    }
    const rendition = await renditions.open(db, file, width)
    if (!rendition) return false
    reply.headers({ ...headersOf('image/webp', etag), 'content-length': rendition.byteSize })
    if (request.method === 'HEAD') rendition.stream.destroy()
    reply.send(request.method === 'HEAD' ? undefined : rendition.stream)
    return true
  }

  async function serve(request: FastifyRequest<FileRequest>, reply: FastifyReply) {
    const file = await files.find(db, request.params.key)
    if (!file) throw notFound()
    const width = wantedWidth(request.query.w)
    if (width && (await serveRendition(request, reply, file, width))) return reply
    const etag = `"${file.sha256}"`
    if (matchesETag(request.headers['if-none-match'], etag)) {
      return reply.code(304).headers({ etag, 'cache-control': forMinutes }).send()
    }
    const range = readRange(wantedRange(request, etag), file.byteSize)
    if (range === 'unsatisfiable') {
      return reply.code(416).header('content-range', `bytes */${file.byteSize}`).send()
    }
    // Opened before headers are set, so that caches do not keep the response for a missing file.
    const stream = request.method === 'HEAD' ? null : await files.read(file, range ?? undefined)
    if (!stream && request.method !== 'HEAD') throw notFound()
    reply.headers({ ...headersOf(file.mediaType, etag), 'accept-ranges': 'bytes' })
    if (range) {
      reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.byteSize}`)
    }
    reply.header('content-length', range ? range.end - range.start + 1 : file.byteSize)
    return stream ? reply.send(stream) : reply.send()
  }
  const options = { config: { access: 'public' as const, isUnlimited: true }, exposeHeadRoute: false }
  app.get<FileRequest>('/files/:key', options, serve)
  app.head<FileRequest>('/files/:key', options, serve)
}

/** A deleted file leaves every cache within five minutes. Until then a cached one is only revalidated (OQ-166). */
const forMinutes = 'public, max-age=300, must-revalidate'

function headersOf(mediaType: string, etag: string): Record<string, string> {
  return {
    'content-type': mediaType,
    'content-disposition': isShownInBrowser(mediaType) ? 'inline' : 'attachment',
    'x-content-type-options': 'nosniff',
    'content-security-policy': policyOf(mediaType),
    // The console and the public site may be served from other origins.
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': forMinutes,
    etag,
  }
}

/**
 * Reads the parameter w; null without one.
 * @throws AppError BAD_REQUEST for any other width than those of renditions
 */
function wantedWidth(parameter: unknown): RenditionWidth | null {
  if (parameter === undefined) return null
  const width = renditionWidths.find((one) => String(one) === parameter)
  if (!width)
    throw new AppError('BAD_REQUEST', `The width of a picture is one of ${renditionWidths.join(', ')}.`)
  return width
}

/**
 * Browsers' PDF viewers wrap the file in a page of their own. A sandbox, or a policy against plugins or styles, would
 * stop them. They run isolated from the site, so they need neither.
 */
function policyOf(mediaType: string): string {
  return mediaType === 'application/pdf' ? "frame-ancestors 'self'" : "default-src 'none'; sandbox"
}

function wantedRange(request: FastifyRequest, etag: string): string | undefined {
  const condition = request.headers['if-range']
  return condition === undefined || condition === etag ? request.headers.range : undefined
}
