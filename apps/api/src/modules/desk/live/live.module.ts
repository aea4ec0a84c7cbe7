import { openLive, setLivePlace } from '@greenroom/contract/desk/live/live.endpoints'
import type { FastifyReply } from 'fastify'
import type { ModuleHost } from '../../../module-host.ts'
import type { DatabasePool } from '../../../platform/database/connect.ts'
import { actorOf } from '../../../platform/http/authentication.ts'
import { on, readExpectedVersion } from '../../../platform/http/endpoint-route.ts'
import { validator } from '../../../platform/http/validation.ts'
import { createChangeFeed, sweepLiveChanges } from '../../../platform/live/change-feed.ts'
import { findStaffName } from './live.repository.ts'
import { createLiveStreams, type LiveStreams } from './live-streams.service.ts'
import type { StreamAccess, StreamOutput } from './open-streams.service.ts'

interface LiveDependencies {
  /** The pool that is no pooler's: listening needs a session. */
  background: DatabasePool
  /** Returns what the owner of a credential may do now; throws if it is no longer accepted. */
  checkCredential(credential: string): Promise<StreamAccess>
  forgetSessions(): void
}

/** How many names of staff are remembered. */
const mostNames = 1_000

/** How long a client may take to receive the last event, in milliseconds. */
const longestGoodbye = 1_000

/** Streams changes to open screens, and tells colleagues who else has a record open. */
export function liveModule(
  host: ModuleHost,
  { background, checkCredential, forgetSessions }: LiveDependencies,
): LiveStreams {
  const names = new Map<string, string>()
  const streams = createLiveStreams({
    feed: createChangeFeed({ background, writers: [host.db, background.kysely], log: host.log }),
    clock: host.clock,
    most: host.settings.LIVE_STREAMS,
    hasReplica: host.replica !== null,
    forgetSessions() {
      names.clear()
      forgetSessions()
    },
    async nameOf(staffId) {
      const name = names.get(staffId) ?? (await findStaffName(background.kysely, staffId).catch(() => ''))
      if (names.size >= mostNames) names.clear()
      if (name) names.set(staffId, name)
      return name
    },
  })
  const parseQuery = validator(openLive.query)
  host.fastify.get(
    openLive.path,
    { config: { access: 'staff', endpoint: openLive } },
    async (request, reply) => {
      readExpectedVersion(request.headers['if-match'], openLive)
      const { since } = parseQuery(request.query) as { since?: string }
      const credential = request.headers.authorization?.replace(/^Bearer +/i, '') ?? ''
      const { output, begin } = streamTo(reply)
      const leave = await streams.open(actorOf(request), output, {
        since,
        check: () => checkCredential(credential),
      })
      // The client may have left meanwhile.
      if (reply.raw.destroyed) leave()
      else reply.raw.once('close', leave)
      begin()
      return reply
    },
  )
  on(host, setLivePlace).handle(async (call, { body }) => {
    streams.setPlace(call.actor, body)
    return { data: {} }
  })
  host.addSweep('live-changes', () => sweepLiveChanges(background))
  host.metrics.followStreams(streams.counts)
  host.fastify.addHook('preClose', () => streams.close())
  return streams
}

/**
 * Prepares a response for events. Nothing is sent before `begin`, so that a refusal still gets its status.
 */
function streamTo(reply: FastifyReply): { output: StreamOutput; begin: () => void } {
  const { raw } = reply
  let early: string[] | undefined = []
  let isEnded = false
  return {
    output: {
      write(text) {
        if (early) early.push(text)
        else if (!raw.destroyed) raw.write(text)
      },
      waiting: () => raw.writableLength,
      end() {
        isEnded = true
        if (early) return
        raw.end()
        // A client that reads nothing must not keep the program from stopping.
        setTimeout(() => raw.destroy(), longestGoodbye).unref()
      },
      destroy: () => raw.destroy(),
    },
    begin() {
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value)
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        // A proxy must neither keep, compress nor collect events.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        // Otherwise the connection would stay open after the last event, and delay the end of the program.
        connection: 'close',
      })
      raw.write(early?.join('') ?? '')
      early = undefined
      if (isEnded) raw.end()
    },
  }
}
