import { createHash } from 'node:crypto'
import { withholdingPermissions } from '@greenroom/contract/access/member-permission'
import { positionHeader } from '@greenroom/contract/database-position'
import { tabHeader } from '@greenroom/contract/desk/live/tab-header'
import type {
  BodyOf,
  DataOf,
  EndpointDeclaration,
  FileNamesOf,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '@greenroom/contract/endpoint'
import type { SandboxService } from '@greenroom/contract/staff/session/sandbox-service'
import type { WebhookDestination } from '@greenroom/contract/staff/webhook/webhook.schema'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { personalMask, personalMembers, withholding } from '../access/personal-mask.ts'
import { requirePersonalSearch, seesPersonalData } from '../access/require-permission.ts'
import { AppError, invalid } from '../app-error.ts'
import type { Actor } from '../audit/actor.ts'
import type { PersonalLooks } from '../audit/personal-looks.ts'
import { type Call, callInTransaction, startCall } from '../call.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { isUnavailable } from '../database/database-errors.ts'
import type { ReadReplica } from '../database/read-replica.ts'
import type { Files } from '../files/files.ts'
import type { SpooledFile } from '../files/spool.ts'
import { fromTab } from '../live/origin-tab.ts'
import { actorOf } from './authentication.ts'
import { matchesETag } from './etag.ts'
import { claimIdempotencyKey, fingerprintOf, keepAnswer, readIdempotencyKey } from './idempotency.ts'
import { largestForm, readMultipartForm, type SpooledForm } from './multipart-form.ts'
import { compiled, validator } from './validation.ts'

/** Max size of a batch: a thousand records of eight kilobytes. Other JSON bodies have the server's limit. */
const batchBytes = 8_388_608

/** What the endpoints of a server share. */
export interface EndpointHost {
  fastify: FastifyInstance
  db: Database
  /** Serves GET endpoints; null without a replica. */
  replica: ReadReplica | null
  files: Files
  clock: Clock
  sandboxes: readonly SandboxService[]
  destinations: readonly WebhookDestination[]
  looks: PersonalLooks
  spoolFolder: string
}

/** The validated parts of a request. */
interface Input<D extends EndpointDeclaration> {
  params: ParamsOf<D>
  query: QueryOf<D>
  body: BodyOf<D>
  files: Partial<Record<FileNamesOf<D>, SpooledFile[]>>
}

/** The return value of a handler: the data, an optional message, and any members next to data. */
type HandlerResult<D extends EndpointDeclaration> = { data: DataOf<D>; message?: string } & Omit<
  ResponseOf<D>,
  'success' | 'message' | 'data'
>

/**
 * Binds a handler to a declared endpoint. A request passes: rate limit and authentication (in a hook before this),
 * size, spooling, validation, one transaction with the idempotency key in it, the handler, and the check of the
 * response. Only then does the transaction commit.
 */
export function on<const D extends EndpointDeclaration>(host: EndpointHost, endpoint: D) {
  return {
    /** @param renew for an endpoint with a secret: returns the data of an earlier response with a new one */
    handle(
      handler: (call: Call, input: Input<D>) => Promise<HandlerResult<D>>,
      renew?: (call: Call, stored: Omit<DataOf<D>, D['secret'] & string>) => Promise<DataOf<D>>,
    ): void {
      const parse = {
        params: endpoint.params && validator(endpoint.params),
        query: endpoint.query && validator(endpoint.query),
        body: endpoint.body && validator(endpoint.body, { checksTexts: !endpoint.batchOf }),
        fields: endpoint.multipart && validator(endpoint.multipart.fields),
      }
      const maskPersonal = personalMask(endpoint.response)
      const withheld = withholdingPermissions.map((permission) => ({
        permission,
        leaveOut: withholding(endpoint.response, permission),
      }))
      const personalQuery = personalMembers(endpoint.query)
      const status = endpoint.status ?? 200
      const writes = endpoint.method !== 'GET'

      // Responses are checked as well: unknown members are dropped, and an invalid one is our error.
      function checked(answer: HandlerResult<D>): unknown {
        const result = compiled(endpoint.response).safeParse({ success: true, message: 'OK', ...answer })
        if (!result.success)
          throw new Error(`${endpoint.name} returned an undeclared response: ${result.error.message}`)
        return result.data
      }

      /** Leaves the secret out of a response, which is stored for a repeat. */
      function withoutSecret(body: unknown): unknown {
        if (endpoint.secret === undefined) return body
        const { data, ...rest } = body as { data: Record<string, unknown> }
        return { ...rest, data: { ...data, [endpoint.secret]: undefined } }
      }

      /** Completes a stored response. */
      async function renewed(call: Call, body: unknown): Promise<unknown> {
        if (!renew) return body
        const { data, ...rest } = body as { data: DataOf<D> }
        return { ...rest, data: await renew(call, data) }
      }

      /** Masks personal data in a response to someone who may not see it, and leaves out what needs a permission. */
      function masked(actor: Actor, body: unknown): unknown {
        const visible = withheld.reduce(
          (left, { permission, leaveOut }) =>
            leaveOut && !actor.permissions.has(permission) ? leaveOut(left) : left,
          body,
        )
        return maskPersonal && !seesPersonalData(actor) ? maskPersonal(visible) : visible
      }

      /** Masks the record that an error has: its form is that of the response's data. */
      function maskedError(actor: Actor, error: unknown): unknown {
        if (!(error instanceof AppError) || error.data === undefined) return error
        return error.withData((masked(actor, { data: error.data }) as { data: unknown }).data)
      }

      function sendRead(request: FastifyRequest, reply: FastifyReply, body: unknown): FastifyReply {
        return endpoint.hasETag ? sendWithETag(request, reply, body) : send(reply, status, body)
      }

      async function respond(
        request: FastifyRequest,
        reply: FastifyReply,
        form: SpooledForm | undefined,
      ): Promise<FastifyReply> {
        try {
          return await fromTab(request.headers[tabHeader], () => run(request, reply, form))
        } catch (error) {
          throw maskedError(actorOf(request), error)
        }
      }

      async function run(
        request: FastifyRequest,
        reply: FastifyReply,
        form: SpooledForm | undefined,
      ): Promise<FastifyReply> {
        const actor = actorOf(request)
        const expectedVersion = readExpectedVersion(request.headers['if-match'], endpoint)
        const call = startCall({ ...host, actor, expectedVersion })
        const input = {
          params: parse.params?.(request.params),
          query: parse.query?.(readQuery(request.query)),
          body: form ? parse.fields?.(form.fields) : parse.body?.(request.body ?? {}),
          files: form?.files ?? {},
        } as Input<D>
        for (const name of personalQuery) {
          if ((input.query as Record<string, unknown>)[name] !== undefined) requirePersonalSearch(actor, name)
        }
        const shown = (body: unknown) => {
          if (endpoint.look) {
            host.looks.record(actor, { endpoint, input, data: (body as { data: unknown }).data })
          }
          return masked(actor, body)
        }
        const key = writes ? readIdempotencyKey(request.headers['idempotency-key']) : undefined
        if (!writes && host.replica) {
          const read = (db: Database) => handler({ ...call, db }, input)
          const position = request.headers[positionHeader] as string | undefined
          return sendRead(request, reply, shown(checked(await host.replica.read(position, read))))
        }
        if (!writes) return sendRead(request, reply, shown(checked(await handler(call, input))))
        if (endpoint.ownTransactions) return send(reply, status, shown(checked(await handler(call, input))))

        const spooled = Object.values(form?.files ?? {}).flat()
        const content = form ? [form.fields, hashesOf(form)] : (request.body ?? null)
        const fingerprint =
          key && fingerprintOf([endpoint.name, request.params, content, expectedVersion ?? null])
        const stored: string[] = []
        const removeStored = async () => {
          for (const stray of stored) await host.files.discard(stray)
        }
        try {
          // Store the bytes before the transaction, so that no connection waits for a large file.
          for (const file of spooled) stored.push((await host.files.stage(file)).key)
          const answer = await callInTransaction(call, async (call) => {
            if (!key || !fingerprint) return { status, body: checked(await handler(call, input)) }
            const claim = { actorId: actor.id, key, endpoint: endpoint.name, fingerprint }
            const earlier = await claimIdempotencyKey(call.db, claim)
            if (earlier) return { ...earlier, body: await renewed(call, earlier.body), repeated: true }
            const made = { status, body: checked(await handler(call, input)) }
            await keepAnswer(call.db, claim, { status, body: withoutSecret(made.body) })
            return made
          })
          if ('repeated' in answer) await removeStored()
          return send(reply, answer.status, shown(answer.body))
        } catch (error) {
          // After a lost connection the commit may have happened; then the sweep decides what to keep.
          if (!isUnavailable(error)) {
            await removeStored().catch((err) => request.log.warn({ err }, 'A sweep will remove the upload'))
          }
          throw error
        }
      }

      host.fastify.route({
        method: endpoint.method,
        url: endpoint.path,
        ...(endpoint.batchOf && { bodyLimit: batchBytes }),
        config: { access: 'staff', endpoint },
        handler: async (request, reply) => {
          const multipart = endpoint.multipart
          if (!multipart) {
            if (request.isMultipart()) throw new AppError('UNSUPPORTED_TYPE', 'This call takes JSON.')
            return respond(request, reply, undefined)
          }
          if (endpoint.body && !request.isMultipart()) return respond(request, reply, undefined)
          if (Number(request.headers['content-length'] ?? 0) > largestForm(multipart)) {
            const rule = Object.values(multipart.files)[0]?.rule
            throw new AppError(
              'TOO_LARGE',
              multipart.total?.tooLarge ?? rule?.tooLarge ?? 'The request is too large.',
            )
          }
          const form = await readMultipartForm(request, multipart, host.spoolFolder)
          try {
            return await respond(request, reply, form)
          } finally {
            for (const file of Object.values(form.files).flat()) await file.discard()
          }
        },
      })
    },
  }
}

/** Hashes a form's files by field: the same file in another field is other content. */
function hashesOf({ files }: SpooledForm): [string, string[]][] {
  return Object.entries(files).map(([name, parts]) => [name, parts.map((file) => file.sha256)])
}

function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** Sends a response that the caller may keep, but must ask about before each use. */
function sendWithETag(request: FastifyRequest, reply: FastifyReply, body: unknown): FastifyReply {
  const text = JSON.stringify(body)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  reply.header('cache-control', 'private, no-cache').header('etag', etag)
  if (matchesETag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.code(200).type('application/json; charset=utf-8').send(text)
}

/**
 * Parses a query: an empty parameter is absent, and "name[]" is a repeat of "name", as many clients write lists
 * (OQ-022).
 */
function readQuery(query: unknown): Record<string, unknown> {
  const read = new Map<string, unknown>()
  for (const [written, value] of Object.entries(query as Record<string, unknown>)) {
    if (value === '') continue
    const isList = written.endsWith('[]') && written.length > 2
    const name = isList ? written.slice(0, -2) : written
    const values = [read.get(name) ?? [], value].flat()
    read.set(name, isList || read.has(name) ? values : value)
  }
  return Object.fromEntries(read)
}

/**
 * Parses If-Match: "<version>"; `*` or no header accepts any version.
 * @throws AppError VALIDATION for an endpoint without versions: ignoring the header would overwrite silently
 */
export function readExpectedVersion(
  header: string | undefined,
  { versioned }: EndpointDeclaration,
): number | undefined {
  if (header === undefined) return undefined
  if (!versioned) {
    throw invalid([{ path: 'If-Match', message: 'This call does not take If-Match' }])
  }
  if (header === '*') return undefined
  const version = /^(?:W\/)?"?(\d{1,15})"?$/.exec(header)?.[1]
  if (version === undefined) {
    throw invalid([{ path: 'If-Match', message: 'If-Match must be a version in quotes, such as "3"' }])
  }
  return Number(version)
}
