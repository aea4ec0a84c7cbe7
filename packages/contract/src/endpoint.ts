import * as z from 'zod/mini'
import type { LookDeclaration } from './access/look.ts'
import type { Permission } from './access/permission.ts'
import type { FileRule } from './file-rule.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
type ObjectSchema = z.ZodMiniObject
type Fields = Record<string, z.core.$ZodType>

/** A file part of a multipart form: its max number of files and the rule for each. */
export interface FilePart {
  most: number
  rule: FileRule
}

/**
 * A multipart form: text parts and file parts. JSON-valued parts and booleans are codecs: the browser encodes and the
 * server decodes with the same declaration.
 */
export interface Multipart<
  F extends ObjectSchema = ObjectSchema,
  Files extends Record<string, FilePart> = Record<string, FilePart>,
> {
  fields: F
  files: Files
  /** Max total size of all files in bytes, with the message for more, where the specification sets one. */
  total?: { maxBytes: number; tooLarge: string }
}

export interface EndpointDeclaration {
  /** The endpoint's name in code: its query key, its operation id, and the name of its export. */
  name: string
  method: Method
  /** Path with :parameters. */
  path: string
  summary: string
  /** For the documentation of the API: what the summary and the schemas don't say, such as refusals of this call alone. */
  description?: string
  /** Requirements or decisions that this endpoint serves. */
  requirements: readonly string[]
  /** All permissions that a caller needs; an empty list admits every signed-in member of staff. */
  permissions: readonly Permission[]
  /** Admits everybody. Without it a call needs a credential. */
  access?: 'public'
  /** The console makes it by itself: it doesn't keep an idle session alive (OQ-689). */
  isUpkeep?: true
  /** Whose contacts the response shows in full, beyond a list: the call is recorded (OQ-669). */
  look?: LookDeclaration
  params?: ObjectSchema
  query?: ObjectSchema
  /** A JSON body. With `multipart` as well, the endpoint takes either; the console then sends JSON. */
  body?: z.core.$ZodType
  /** Schema of one record of `body.records`. The handler validates each record, and responds with a result for each. */
  batchOf?: ObjectSchema
  multipart?: Multipart
  response: z.core.$ZodType
  /** Status of a success: 201 where the endpoint creates a record. */
  status?: 200 | 201
  /** Responds with an ETag, and with 304 to a request that names the current one in If-None-Match. */
  hasETag?: true
  /** Responds with server-sent events that go on until one side ends them. */
  isStream?: true
  /** Takes If-Match with the version that the client has seen (OQ-109). */
  versioned?: true
  /**
   * A member of the data that is shown once and never stored. A repeat of the request gets a new one from the handler
   * (OQ-605).
   */
  secret?: string
  /**
   * The handler opens its own transactions, because it calls a provider between them or continues after the commit, or
   * because its response must not be stored.
   * It takes no idempotency key: the record's state makes a repeat harmless. Every other write runs in one
   * transaction, which the endpoint layer commits.
   */
  ownTransactions?: true
}

/** Declares an endpoint. Request validation, the typed client, query keys and OpenAPI are derived from it. */
export function endpoint<const D extends EndpointDeclaration>(declaration: D): D {
  return declaration
}

/**
 * Tells whether an endpoint takes an Idempotency-Key: every write except those with `ownTransactions`, where the
 * record's state prevents a second execution (OQ-029).
 */
export function takesIdempotencyKey({ method, ownTransactions }: EndpointDeclaration): boolean {
  return method !== 'GET' && !ownTransactions
}

/**
 * The envelope of every success (OQ-016): {success: true, message, data}.
 * @param beside members next to data, for instance warnings
 */
export function ok<T extends z.core.$ZodType, B extends Fields = Record<never, never>>(data: T, beside?: B) {
  return z.object({ success: z.literal(true), message: z.string(), data, ...(beside ?? ({} as B)) })
}

export const Empty = z.object({})

type OutputOf<S> = S extends z.core.$ZodType ? z.output<S> : undefined
type FilesOf<D extends EndpointDeclaration> = D['multipart'] extends Multipart
  ? keyof D['multipart']['files'] & string
  : never

export type ParamsOf<D extends EndpointDeclaration> = OutputOf<D['params']>
export type QueryOf<D extends EndpointDeclaration> = OutputOf<D['query']>
export type BodyOf<D extends EndpointDeclaration> = D['multipart'] extends Multipart
  ? z.output<D['multipart']['fields']> | (D['body'] extends z.core.$ZodType ? z.output<D['body']> : never)
  : OutputOf<D['body']>
/** What the browser passes in: the body for JSON, the values before encoding for multipart. */
export type BodyInputOf<D extends EndpointDeclaration> = D['body'] extends z.core.$ZodType
  ? z.input<D['body']>
  : D['multipart'] extends Multipart
    ? Partial<z.output<D['multipart']['fields']>>
    : undefined
export type FileNamesOf<D extends EndpointDeclaration> = FilesOf<D>
export type ResponseOf<D extends EndpointDeclaration> = z.output<D['response']>
/** The type of a response's data. */
export type DataOf<D extends EndpointDeclaration> = ResponseOf<D> extends { data: infer T } ? T : never
