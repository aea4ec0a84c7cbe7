import {
  type BodyInputOf,
  type EndpointDeclaration,
  type FileNamesOf,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  takesIdempotencyKey,
} from '@greenroom/contract/endpoint'
import { generalMessages } from '@greenroom/contract/error'
import * as z from 'zod/mini'
import { runtimeSettings } from '../runtime-settings.ts'
import { endSession, readCredential } from '../session.ts'
import { ApiError } from './api-error.ts'
import { underIdempotencyKey } from './idempotency-key.ts'
import { readProblem } from './problem.ts'

type Member<K extends string, T> = [T] extends [undefined] ? { [P in K]?: undefined } : { [P in K]: T }

/** What a call takes: typed by its endpoint. */
export type CallInput<D extends EndpointDeclaration> = Member<'params', ParamsOf<D>> &
  Member<'body', BodyInputOf<D>> & {
    query?: Partial<QueryOf<D>>
    /** Files of a multipart form by the name of their part. */
    files?: Partial<Record<FileNamesOf<D>, File[]>>
    /** The version that the edit is based on, sent as If-Match. */
    version?: number
    signal?: AbortSignal
    /** Told how much of an upload has gone out, from 0 to 1. */
    onProgress?: (share: number) => void
  }

interface Sent {
  status: number
  text: string
}

/**
 * Calls an endpoint. Without a credential there is no request and the session ends (AUTH-06); a 401 ends it too
 * (AUTH-07). This is the one place that writes go through: each goes under an Idempotency-Key, where its endpoint takes
 * one (OQ-029).
 * @returns the whole answer, as the endpoint declares it
 * @throws ApiError for every failure
 */
export async function callEndpoint<const D extends EndpointDeclaration>(
  endpoint: D,
  input: CallInput<D>,
): Promise<ResponseOf<D>> {
  const credential = readCredential()
  if (credential === null) {
    endSession()
    throw new ApiError(401, { message: generalMessages.unauthenticated, code: 'UNAUTHENTICATED' })
  }
  const body = bodyOf(endpoint, input)
  const sendUnder = async (key?: string): Promise<ResponseOf<D>> => {
    const headers: Record<string, string> = { authorization: `Bearer ${credential}` }
    if (input.version !== undefined) headers['if-match'] = `"${input.version}"`
    if (key) headers['idempotency-key'] = key
    if (typeof body === 'string') headers['content-type'] = 'application/json'
    const { status, text } = await send(endpoint.method, addressOf(endpoint, input), headers, body, input)
    if (status >= 200 && status < 300) return answerOf<D>(status, text)
    if (status === 401) endSession()
    throw new ApiError(status, readProblem(text))
  }
  if (!takesIdempotencyKey(endpoint)) return sendUnder()
  return underIdempotencyKey({ endpoint, content: contentOf(input), version: input.version }, sendUnder)
}

/** The address of a path on the API, wherever it is served. */
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
    // Text parts come before files, so that the server knows them when it meets the files.
    if (schema && value !== undefined) form.set(name, String(z.encode(schema, value)))
  }
  for (const [name, files] of Object.entries(input.files ?? {})) {
    for (const file of files ?? []) form.append(name, file)
  }
  return form
}

/** Everything that a write sends, as one text; of a file what tells it from others without reading it. */
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
  if (body instanceof FormData && onProgress) return upload(method, address, headers, body, onProgress)
  try {
    const answer = await fetch(address, { method, headers, body: body ?? null, signal: signal ?? null })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0)
  }
}

/** fetch cannot tell how far an upload has come. */
function upload(
  method: string,
  address: string,
  headers: Record<string, string>,
  body: FormData,
  onProgress: (share: number) => void,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(new ApiError(0))
    request.send(body)
  })
}

/** @throws ApiError for a body that is no JSON: a proxy has responded in the server's place */
function answerOf<D extends EndpointDeclaration>(status: number, text: string): ResponseOf<D> {
  try {
    return JSON.parse(text) as ResponseOf<D>
  } catch {
    throw new ApiError(status)
  }
}
