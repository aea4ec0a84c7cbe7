import type { Logger } from 'pino'
import type { Requesters } from './platform/access/requesters.ts'
import type { Call } from './platform/call.ts'
import type { EndpointHost } from './platform/http/endpoint-route.ts'
import type { JobContext } from './platform/jobs/job-runner.ts'
import type { Metrics } from './platform/observation/metrics.ts'
import type { Providers } from './providers.ts'
import type { Settings } from './settings.ts'

interface JobOptions {
  /** Whether it may take minutes. Such jobs run beside the others, which never wait for them. */
  isLong?: boolean
}

/** What app.ts passes to each module. A module creates its services, binds its endpoints and adds its jobs. */
export interface ModuleHost extends EndpointHost {
  settings: Settings
  providers: Providers
  /** Base URL of the console and the API as browsers see them. */
  publicUrl: string
  /** URL of the database server itself, for work in a thread of its own. It contains a password: never log it. */
  databaseUrl: string
  /** Who requested what a job does. */
  requesters: Requesters
  log: Logger
  metrics: Metrics
  /** Adds the handler of a job. It may run more than once with the same payload. */
  addJob(
    task: string,
    handle: (call: Call, payload: unknown, context: JobContext) => Promise<void>,
    options?: JobOptions,
  ): void
  /** Adds a job that runs by a pattern of minute, hour, day, month and weekday, in UTC. */
  addRecurringJob(
    task: string,
    pattern: string,
    handle: (call: Call, payload: unknown, context: JobContext) => Promise<void>,
    options?: JobOptions,
  ): void
  /** Adds cleanup that runs every 15 minutes, as a job `sweep-<name>` of its own. */
  addSweep(name: string, sweep: (call: Call) => Promise<unknown>): void
}
