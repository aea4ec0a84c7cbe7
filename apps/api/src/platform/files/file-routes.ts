import { isShownInBrowser } from '@greenroom/contract/file-type'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/database.ts'
import { readRange } from './byte-range.ts'
import type { Files, StoredFile } from './files.ts'

interface FileRequest {
  Params: { key: string }
}

/**
 * Serves stored files at GET and HEAD /files/:key. They are public: pages that show them have no credential, and a
 * key cannot be guessed. No file can act as a page of this site, whatever its bytes are.
 */
export function registerFileRoutes(
  app: FastifyInstance,
  { files, db }: { files: Files; db: Database },
): void {
  async function serve(request: FastifyRequest<FileRequest>, reply: FastifyReply) {
    const file = await files.find(db, request.params.key)
    if (!file) throw notFound()
    const etag = `"${file.sha256}"`
    if (matches(request.headers['if-none-match'], etag)) {
      return reply.code(304).headers({ etag, 'cache-control': forever }).send()
    }
    const range = readRange(wantedRange(request, etag), file.byteSize)
    if (range === 'unsatisfiable') {
      return reply.code(416).header('content-range', `bytes */${file.byteSize}`).send()
    }
    // Opened before headers are set, so that caches do not keep the response for a missing file for a year.
    const stream = request.method === 'HEAD' ? null : await files.read(file, range ?? undefined)
    if (!stream && request.method !== 'HEAD') throw notFound()
    reply.headers(headersOf(file, etag))
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

const forever = 'public, max-age=31536000, immutable'

function headersOf(file: StoredFile, etag: string): Record<string, string> {
  return {
    'content-type': file.mediaType,
    'content-disposition': isShownInBrowser(file.mediaType) ? 'inline' : 'attachment',
    'x-content-type-options': 'nosniff',
    'content-security-policy': policyOf(file.mediaType),
    // The console and the public site may be served from other origins.
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': forever,
    'accept-ranges': 'bytes',
    etag,
  }
}

/**
 * Browsers' PDF viewers wrap the file in a page of their own. A sandbox, or a policy against plugins or styles, would
 * stop them. They run isolated from the site, so they need neither.
 */
function policyOf(mediaType: string): string {
  return mediaType === 'application/pdf' ? "frame-ancestors 'self'" : "default-src 'none'; sandbox"
}

function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}

function wantedRange(request: FastifyRequest, etag: string): string | undefined {
  const condition = request.headers['if-range']
  return condition === undefined || condition === etag ? request.headers.range : undefined
}
