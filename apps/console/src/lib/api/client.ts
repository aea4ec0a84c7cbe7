import { positionHeader } from '@greenroom/contract/database-position'
import { tabHeader } from '@greenroom/contract/desk/live/tab-header'
import {
  type BodyInputOf,
  type EndpointDeclaration,
  type FileNamesOf,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  takesIdempotencyKey,
} from '@greenroom/contract/endpoint'
import * as z from 'zod/mini'
import { runtimeSettings } from '../runtime-settings.ts'
import { ApiError } from './api-error.ts'
import { notePosition, readPosition } from './database-position.ts'
import { underIdempotencyKey } from './idempotency-key.ts'
import { readProblem } from './problem.ts'
import { tellRefusal } from './refusals.ts'
import { withCredential } from './with-credential.ts'
import { ownTab, tellWrite } from './writes.ts'

type Member<K extends string, T> = [T] extends [undefined] ? { [P in K]?: undefined } : { [P in K]: T }

/** Input of a call, typed by its endpoint. */
export type CallInput<D extends EndpointDeclaration> = Member<'params', ParamsOf<D>> &
  Member<'body', BodyInputOf<D>> & {
    query?: Partial<QueryOf<D>>
    /** Files of a multipart form, by part name. */
    files?: Partial<Record<FileNamesOf<D>, File[]>>
    /** Version that the edit is based on, sent as If-Match. */
    version?: number
    signal?: AbortSignal
    /** Called with the fraction of an upload that has been sent, from 0 to 1. */
    onProgress?: (share: number) => void
    /** Nobody asked for it: it fails without a credential, but the session is left for the next other call to end. */
    isBackground?: boolean
    /** Sent instead of the stored credential. A refusal then leaves the session as it is. */
    credential?: string
  }

interface Sent {
  status: number
  text: string
  position: string | null
}

/**
 * Calls an endpoint. `withCredential` says what happens without a credential and on a 401. Every write goes through here
 * and carries an Idempotency-Key if its endpoint accepts one (OQ-029). A call that waited for a sign-in is sent with the
 * same key, the same version and the same files. A 403 never ends the session.
 * @returns the whole response, as the endpoint declares it
 * @throws ApiError for every failure
 */
export async function callEndpoint<const D extends EndpointDeclaration>(
  endpoint: D,
  input: CallInput<D>,
): Promise<ResponseOf<D>> {
  const body = bodyOf(endpoint, input)
  const sendOnce = async (credential: string, key: string | undefined): Promise<ResponseOf<D>> => {
    const headers: Record<string, string> = { authorization: `Bearer ${credential}` }
    if (input.version !== undefined) headers['if-match'] = `"${input.version}"`
    if (key) headers['idempotency-key'] = key
    if (endpoint.method !== 'GET') headers[tabHeader] = ownTab
    if (typeof body === 'string') headers['content-type'] = 'application/json'
    const position = readPosition()
    if (position !== undefined) headers[positionHeader] = position
    const { status, text } = await send(endpoint.method, addressOf(endpoint, input), headers, body, input)
    if (status >= 200 && status < 300) {
      if (endpoint.method !== 'GET') tellWrite()
      return answerOf<D>(status, text)
    }
    if (status === 403) tellRefusal()
    throw new ApiError(status, readProblem(text))
  }
  const sendUnder = (key?: string) => withCredential((credential) => sendOnce(credential, key), input)
  if (!takesIdempotencyKey(endpoint)) return sendUnder()
  return underIdempotencyKey({ endpoint, content: contentOf(input), version: input.version }, sendUnder)
}

/** Returns the URL of a path on the API, wherever that is served. */
export function apiAddress(path: string): string {
  return `${runtimeSettings().apiUrl}${path}`
}

function addressOf(
  endpoint: EndpointDeclaration,
  input: { params?: unknown; query?: Partial<Record<string, unknown>> | undefined },
): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === null || value === '') continue
    search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  return apiAddress(search.size > 0 ? `${path}?${search}` : path)
}

function bodyOf(
  endpoint: EndpointDeclaration,
  input: { body?: unknown; files?: Partial<Record<string, File[]>> | undefined },
): string | FormData | undefined {
  if (!endpoint.multipart || endpoint.body) {
    return input.body === undefined ? undefined : JSON.stringify(input.body)
  }
  const form = new FormData()
  const shape = endpoint.multipart.fields.shape as Record<string, z.ZodMiniType>
  for (const [name, value] of Object.entries((input.body ?? {}) as Record<string, unknown>)) {
    const schema = shape[name]
    // Text parts come first, so that the server has them when it reads the files.
    if (schema && value !== undefined) form.set(name, String(z.encode(schema, value)))
  }
  for (const [name, files] of Object.entries(input.files ?? {})) {
    for (const file of files ?? []) form.append(name, file)
  }
  return form
}

/** Serializes everything that a write sends. Files are identified by their metadata, without reading them. */
function contentOf(input: {
  params?: unknown
  body?: unknown
  files?: Partial<Record<string, File[]>> | undefined
  version?: number | undefined
}): string {
  const files = Object.entries(input.files ?? {}).map(([name, list]) => [
    name,
    (list ?? []).map((file) => [file.name, file.size, file.lastModified]),
  ])
  return JSON.stringify([input.params, input.body, files, input.version])
}

async function send(
  method: string,
  address: string,
  headers: Record<string, string>,
  body: string | FormData | undefined,
  {
    signal,
    onProgress,
  }: { signal?: AbortSignal | undefined; onProgress?: ((share: number) => void) | undefined },
): Promise<Sent> {
  const limit = silenceLimit(signal)
  try {
    if (body instanceof FormData && onProgress)
      return received(method, await upload(method, address, headers, body, onProgress, limit))
    const response = await fetch(address, { method, headers, body: body ?? null, signal: limit.signal })
    const position = response.headers.get(positionHeader)
    return received(method, { status: response.status, text: await response.text(), position })
  } catch (error) {
    if (method !== 'GET') notePosition(null)
    if (signal?.aborted) throw error instanceof DOMException ? error : aborted()
    throw new ApiError(0)
  } finally {
    limit.stop()
  }
}

/** Stores the position in the response to a write. A failed response without one may come from a proxy. */
function received(method: string, sent: Sent): Sent {
  if (method !== 'GET' && (sent.position !== null || sent.status >= 500)) notePosition(sent.position)
  return sent
}

/** How long the server may be silent, in milliseconds, before a call times out. An upload in progress is not silent. */
const longestSilenceMs = 60_000

/** @returns a signal that aborts with the caller's or after a silence; heard restarts the timer */
function silenceLimit(signal: AbortSignal | undefined) {
  const controller = new AbortController()
  const abort = () => controller.abort(aborted())
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  let timer = setTimeout(abort, longestSilenceMs)
  return {
    signal: controller.signal,
    heard: () => {
      clearTimeout(timer)
      timer = setTimeout(abort, longestSilenceMs)
    },
    stop: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

function aborted(): DOMException {
  return new DOMException('The call was aborted.', 'AbortError')
}

/** Sends a form by XMLHttpRequest, because fetch cannot report upload progress. */
function upload(
  method: string,
  address: string,
  headers: Record<string, string>,
  body: FormData,
  onProgress: (share: number) => void,
  limit: ReturnType<typeof silenceLimit>,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      limit.heard()
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        position: request.getResponseHeader(positionHeader),
      })
    request.onerror = () => reject(new TypeError('The upload failed.'))
    request.onabort = () => reject(aborted())
    limit.signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

/** @throws ApiError for a body that is not JSON: a proxy has responded instead of the server */
function answerOf<D extends EndpointDeclaration>(status: number, text: string): ResponseOf<D> {
  try {
    return JSON.parse(text) as ResponseOf<D>
  } catch {
    throw new ApiError(status)
  }
}
