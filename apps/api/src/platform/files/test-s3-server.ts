import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The bucket that exists. */
export const testBucket = 'greenroom'

/** Credentials that the server accepts. */
export const testS3Keys = { AWS_ACCESS_KEY_ID: 'test-access-key', AWS_SECRET_ACCESS_KEY: 'test-secret-key' }

/** Lists come in pages of this many objects, so that a client has to read on. */
const pageSize = 2

/** Only the last part of an upload may be smaller. */
const leastPartBytes = 5 * 1_048_576

/** Ends a request with an error of S3. */
function refuse(status: number, code: string): never {
  throw Object.assign(new Error(code), { status })
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
const headerOf = ({ headers }: IncomingMessage, name: string) => String(headers[name] ?? '')

/**
 * Checks date, content hash and signature, as S3 does.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
function checkSignature(request: IncomingMessage, body: Buffer): void {
  const date = headerOf(request, 'x-amz-date')
  const time = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'))
  const [, keyId, scope = '', signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      headerOf(request, 'authorization'),
    ) ?? []
  if (!signature || Number.isNaN(time)) refuse(403, 'AccessDenied')
  if (keyId !== testS3Keys.AWS_ACCESS_KEY_ID) refuse(403, 'InvalidAccessKeyId')
  if (Math.abs(Date.now() - time) > 15 * 60_000) refuse(403, 'RequestTimeTooSkewed')
  const contentHash = headerOf(request, 'x-amz-content-sha256')
  if (contentHash !== sha256(body)) refuse(400, 'XAmzContentSHA256Mismatch')

  const [path, query = ''] = (request.url ?? '').split('?')
  const parameters = query.split('&').map((part) => part.replace(/^[^=]+$/, '$&='))
  const headers = signedHeaders.split(';').map((name) => `${name}:${headerOf(request, name).trim()}`)
  const target = [request.method, path, parameters.sort().join('&')]
  const canonical = [...target, ...headers, '', signedHeaders, contentHash].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${testS3Keys.AWS_SECRET_ACCESS_KEY}`)
  if (hmac(key, text).toString('hex') !== signature) refuse(403, 'SignatureDoesNotMatch')
}

/** Starts a server with the calls of S3 that the file store makes. It keeps its objects in memory. */
export async function startTestS3Server(): Promise<{ url: string; close(): Promise<void> }> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<string, Buffer>>()

  const found = (name: string) => objects.get(name) ?? refuse(404, 'NoSuchKey')
  const partsOf = (uploadId: string) => uploads.get(uploadId) ?? refuse(404, 'NoSuchUpload')

  function list(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    const page = keys.sort().slice(0, pageSize)
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    const next = keys.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents}</ListBucketResult>`
  }

  function complete(uploadId: string, listed: string): Buffer {
    const parts = partsOf(uploadId)
    const wanted = [...listed.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => {
      const bytes = parts.get(/<PartNumber>(\d+)</.exec(part)?.[1] ?? '')
      if (!bytes || !part.replaceAll('&quot;', '"').includes(etagOf(bytes))) refuse(400, 'InvalidPart')
      return bytes
    })
    if (wanted.slice(0, -1).some(({ length }) => length < leastPartBytes)) refuse(400, 'EntityTooSmall')
    uploads.delete(uploadId)
    return Buffer.concat(wanted)
  }

  function respond(request: IncomingMessage, response: ServerResponse, body: Buffer): unknown {
    checkSignature(request, body)
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://s3')
    const [bucket, ...path] = pathname.slice(1).split('/').map(decodeURIComponent)
    if (bucket !== testBucket) refuse(404, 'NoSuchBucket')
    const name = path.join('/')
    const uploadId = query.get('uploadId') ?? ''
    switch (`${request.method} ${name === '' ? 'bucket' : uploadId === '' ? 'object' : 'upload'}`) {
      case 'HEAD bucket':
        return response.end()
      case 'GET bucket':
        return response.end(list(query))
      case 'PUT object': {
        const from = decodeURIComponent(headerOf(request, 'x-amz-copy-source')).replace(`${bucket}/`, '')
        objects.set(name, from ? found(from) : body)
        return response.end(from && '<CopyObjectResult/>')
      }
      case 'GET object': {
        const bytes = found(name)
        const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headerOf(request, 'range')) ?? []
        if (start === undefined) return response.end(bytes)
        if (Number(start) >= bytes.length) refuse(416, 'InvalidRange')
        const last = Math.min(Number(end), bytes.length - 1)
        response.writeHead(206, { 'content-range': `bytes ${start}-${last}/${bytes.length}` })
        return response.end(bytes.subarray(Number(start), last + 1))
      }
      case 'DELETE object':
        objects.delete(name)
        return response.writeHead(204).end()
      case 'POST object': {
        const id = randomUUID()
        uploads.set(id, new Map())
        const tag = 'InitiateMultipartUploadResult'
        return response.end(`<${tag}><UploadId>${id}</UploadId></${tag}>`)
      }
      case 'PUT upload':
        partsOf(uploadId).set(query.get('partNumber') ?? '', body)
        return response.setHeader('etag', etagOf(body)).end()
      case 'POST upload':
        objects.set(name, complete(uploadId, String(body)))
        return response.end('<CompleteMultipartUploadResult/>')
      case 'DELETE upload':
        uploads.delete(uploadId)
        return response.writeHead(204).end()
      default:
        refuse(405, 'MethodNotAllowed')
    }
  }

  const server = createServer(async (request, response) => {
    try {
      respond(request, response, await buffer(request))
    } catch (error) {
      const { status = 500, message } = error as Error & { status?: number }
      response.writeHead(status)
      response.end(request.method === 'HEAD' ? '' : `<Error><Code>${message}</Code></Error>`)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}
