import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/database.ts'
import type { ReadReplica } from '../database/read-replica.ts'
import type { DiskSpace } from '../files/disk-space.ts'
import { isLocalRequest } from '../identity/loopback-host.ts'

interface MetricsOptions {
  db: Database
  /** The connection pools by name. */
  pools: Record<string, pg.Pool>
  /** The read replica; null without one. */
  replica: ReadReplica | null
  disk: DiskSpace
  /** Returns the number of files that the sweep refuses to take. */
  countHeldBackFiles(): Promise<number>
  /** Required from other machines; undefined refuses them. */
  token: string | undefined
}

/** What other parts of the program count. */
export interface Metrics {
  countRefusedWebhook(): void
  /** Shows the open live connections, and the events that were sent to them. */
  followStreams(counts: () => { streams: number; events: number; dropped: number }): void
}

/**
 * Serves /metrics in Prometheus' text format: responses by route and status with durations, connections, jobs,
 * refunds with an unknown outcome, stored counts, files held back from the sweep, free disk, and the process itself. It
 * contains no names and no ids.
 */
export function registerMetrics(
  app: FastifyInstance,
  { db, pools, replica, disk, countHeldBackFiles, token }: MetricsOptions,
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'greenroom_' })
  const answers = new Histogram({
    name: 'greenroom_http_request_duration_seconds',
    help: 'Time from the arrival of a request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  const refusedWebhooks = new Counter({
    name: 'greenroom_webhooks_refused_total',
    help: 'Payment webhooks without a valid signature',
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // A stream lasts as long as its screen is open.
    if (request.routeOptions.config.endpoint?.isStream && reply.raw.statusCode === 200) return done()
    const labels = {
      method: request.method,
      // The route, not the URL: there are as many URLs as records.
      route: request.is404 ? 'none' : (request.routeOptions.url ?? 'none'),
      status: String(reply.statusCode),
    }
    answers.observe(labels, reply.elapsedTime / 1000)
    done()
  })

  gauge(
    'greenroom_database_connections',
    'Connections of this process to the database',
    ['pool', 'state'],
    (set) => {
      for (const [name, pool] of Object.entries(pools)) {
        set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
        set({ pool: name, state: 'idle' }, pool.idleCount)
        set({ pool: name, state: 'awaited' }, pool.waitingCount)
      }
    },
  )
  if (replica) {
    new Counter({
      name: 'greenroom_reads_total',
      help: 'Reads by the server that served them',
      labelNames: ['server'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [server, reads] of Object.entries(replica.served)) this.inc({ server }, reads)
      },
    })
  }
  gauge(
    'greenroom_disk_free_bytes',
    'Free space on the fullest disk that the program writes to',
    [],
    async (set) => set({}, await disk.freeBytes()),
  )
  gauge('greenroom_jobs', 'Jobs by state, of all processes', ['state'], async (set) => {
    const { rows } = await sql<{ waiting: number; failed: number }>`
      select count(*) filter (where not gave_up)::int as waiting, count(*) filter (where gave_up)::int as failed
      from (select attempts >= max_attempts and locked_at is null as gave_up from graphile_worker.jobs) as job`.execute(
      db,
    )
    set({ state: 'waiting' }, rows[0]?.waiting ?? 0)
    set({ state: 'failed' }, rows[0]?.failed ?? 0)
  })
  gauge(
    'greenroom_jobs_failing',
    'Jobs that failed three times or gave up, of all processes',
    ['task'],
    async (set) => {
      const { rows } = await sql<{ task: string; n: number }>`
      select task_identifier as task, count(*)::int as n from graphile_worker.jobs
      where last_error is not null and attempts >= least(3, max_attempts) group by 1 order by 1`.execute(db)
      for (const { task, n } of rows) set({ task }, n)
    },
  )
  gauge(
    'greenroom_files_held_back',
    'Unused files that the sweep does not move because they are too many',
    [],
    async (set) => set({}, await countHeldBackFiles()),
  )
  gauge('greenroom_refunds_unsettled', 'Refunds whose outcome is not known yet', [], async (set) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from refund where state in ('requested', 'unknown')`.execute(db)
    set({}, rows[0]?.n ?? 0)
  })
  gauge('greenroom_webhooks', 'Webhooks that wait or have failed for good', ['state'], async (set) => {
    const { rows } = await sql<{ waiting: number; failed: number }>`
      select count(*) filter (where state = 'waiting')::int as waiting,
        count(*) filter (where state = 'failed')::int as failed
      from webhook_delivery where state in ('waiting', 'failed')`.execute(db)
    set({ state: 'waiting' }, rows[0]?.waiting ?? 0)
    set({ state: 'failed' }, rows[0]?.failed ?? 0)
  })
  gauge(
    'greenroom_open_differences',
    'Differences with the payment gateway that nobody has resolved',
    [],
    async (set) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from gateway_difference where resolved_at is null`.execute(db)
      set({}, rows[0]?.n ?? 0)
    },
  )
  gauge(
    'greenroom_last_comparison_timestamp_seconds',
    'When the last complete comparison with the payment gateway ended',
    [],
    async (set) => {
      const { rows } = await sql<{ at: Date | null }>`
        select max(finished_at) as at from gateway_comparison`.execute(db)
      if (rows[0]?.at) set({}, rows[0].at.getTime() / 1000)
    },
  )
  gauge(
    'greenroom_wrong_counts',
    'Stored counts that differed from a recount at the last check',
    ['list'],
    async (set) => {
      const { rows } = await sql<{ list: string; wrong: number }>`
        select list, wrong_counts as wrong from count_state`.execute(db)
      for (const { list, wrong } of rows) set({ list }, wrong)
    },
  )
  gauge(
    'greenroom_count_changes',
    'Changes that are not folded into the stored counts yet',
    ['list'],
    async (set) => {
      const { rows } = await sql<{ transactions: number; leads: number }>`
        select (select count(*)::int from transaction_count_change) as transactions,
          (select count(*)::int from lead_count_change) as leads`.execute(db)
      for (const [list, waiting] of Object.entries(rows[0] ?? {})) set({ list }, waiting)
    },
  )

  function gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    collect: (set: (labels: Partial<Record<Label, string>>, value: number) => void) => void | Promise<void>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        // What cannot be read now, for instance without the database, must not hide the rest.
        this.reset()
        try {
          await collect((labels, value) => this.set(labels as Record<Label, string>, value))
        } catch {
          this.reset()
        }
      },
    })
  }

  app.get('/metrics', { config: { access: 'public', isUnlimited: true } }, async (request, reply) => {
    if (!mayRead(request, token)) throw notFound()
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
  return {
    countRefusedWebhook: () => refusedWebhooks.inc(),
    followStreams(counts) {
      gauge('greenroom_live_streams', 'Open live connections of this process', [], (set) =>
        set({}, counts().streams),
      )
      const total = (name: string, help: string, count: () => number) =>
        new Counter({
          name,
          help,
          registers: [registry],
          collect() {
            this.reset()
            this.inc(count())
          },
        })
      total('greenroom_live_events_total', 'Events sent to live connections', () => counts().events)
      total(
        'greenroom_live_dropped_total',
        'Live connections ended because they read too slowly',
        () => counts().dropped,
      )
    },
  }
}

/** With the token from anywhere; without one from this machine, and not through a proxy on it. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token) {
    const given = Buffer.from(request.headers.authorization ?? '')
    const wanted = Buffer.from(`Bearer ${token}`)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }
  return isLocalRequest(request)
}
