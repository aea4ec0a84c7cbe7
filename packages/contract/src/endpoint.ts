import * as z from 'zod/mini'
import type { FileRule } from './file-rule.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
type ObjectSchema = z.ZodMiniObject
type Fields = Record<string, z.core.$ZodType>

/** A file part of a multipart form: how many files it takes and what each must be. */
export interface FilePart {
  most: number
  rule: FileRule
}

/**
 * A multipart form: its text parts (JSON-valued ones and booleans are codecs, so the browser encodes and the server
 * decodes from one declaration) and its file parts.
 */
export interface Multipart<
  F extends ObjectSchema = ObjectSchema,
  Files extends Record<string, FilePart> = Record<string, FilePart>,
> {
  fields: F
  files: Files
  /** The most bytes that all files may have together, with the words for more, where the specification names a total. */
  total?: { maxBytes: number; tooLarge: string }
}

export interface EndpointDeclaration {
  /** The endpoint's name in code: its query key, its operation id, and the name under which it is exported. */
  name: string
  method: Method
  /** Path with :parameters. */
  path: string
  summary: string
  /** Ledger rows or decisions that this endpoint serves. */
  requirements: readonly string[]
  /** Who may call: staff with a credential (the default), or anybody. */
  access?: 'public'
  params?: ObjectSchema
  query?: ObjectSchema
  /** A JSON body; with `multipart` beside it the call takes either, and the console sends JSON. */
  body?: z.core.$ZodType
  multipart?: Multipart
  response: z.core.$ZodType
  /** Status of success: 201 where the call creates. */
  status?: 200 | 201
  /** Takes If-Match with the version that the client has seen (OQ-109). */
  versioned?: true
  /**
   * The handler opens its transactions itself, because it calls a provider between them or works on after the commit. It
   * takes no idempotency key: the state of the record makes a repeat harmless. Every other write runs in one transaction
   * that the endpoint layer commits.
   */
  ownTransactions?: true
}

/** Declares an endpoint once; request validation, typed client, query keys and OpenAPI all come from it. */
export function endpoint<const D extends EndpointDeclaration>(declaration: D): D {
  return declaration
}

/**
 * Tells whether a call takes an Idempotency-Key: every write but those that call a provider between their transactions,
 * which are made once by the state of their record (OQ-029).
 */
export function takesIdempotencyKey({ method, ownTransactions }: EndpointDeclaration): boolean {
  return method !== 'GET' && !ownTransactions
}

/**
 * The envelope of every success (OQ-016): {success: true, message, data}.
 * @param beside further members beside data, for instance warnings
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
/** What the browser hands over: for JSON the body as it goes out, for multipart the values before encoding. */
export type BodyInputOf<D extends EndpointDeclaration> = D['body'] extends z.core.$ZodType
  ? z.input<D['body']>
  : D['multipart'] extends Multipart
    ? Partial<z.output<D['multipart']['fields']>>
    : undefined
export type FileNamesOf<D extends EndpointDeclaration> = FilesOf<D>
export type ResponseOf<D extends EndpointDeclaration> = z.output<D['response']>
/** The data member of an endpoint's answer. */
export type DataOf<D extends EndpointDeclaration> = ResponseOf<D> extends { data: infer T } ? T : never
