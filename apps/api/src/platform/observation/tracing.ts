import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Settings } from '../../settings.ts'
import type { JobTask } from '../jobs/job-runner.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span?: Span
  }
}

interface Tracing {
  /** Traces each request, as a child of the caller's span if it sends traceparent. */
  traceRequests(app: FastifyInstance): void
  /** Traces each statement of a request or a job, without its values. */
  traceStatements(pool: pg.Pool): void
  /** Traces each run of a job. */
  traceJobs(tasks: Record<string, JobTask>): Record<string, JobTask>
  /** Sends what is buffered. */
  stop(): Promise<void>
}

type TracingSettings = Pick<Settings, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_SERVICE_NAME'>

/** Sends traces to the collector of the settings, with the calls of other services (fetch). Returns null, and loads nothing, if there is none. */
export async function startTracing(settings: TracingSettings): Promise<Tracing | null> {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return null
  const [
    { BatchSpanProcessor, NodeTracerProvider },
    { OTLPTraceExporter },
    { resourceFromAttributes },
    { UndiciInstrumentation },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/instrumentation-undici'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.OTEL_SERVICE_NAME }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  const fetches = new UndiciInstrumentation({
    requireParentforSpans: true,
    // Some services take their keys in the query.
    requestHook: (span, { origin, path }) =>
      span.setAttributes({ 'url.full': origin + path.split('?', 1)[0], 'url.query': '' }),
  })
  fetches.setTracerProvider(provider)
  const tracer = provider.getTracer('greenroom')
  return {
    traceRequests: (app) => traceRequests(app, tracer),
    traceStatements: (pool) => traceStatements(pool, tracer),
    traceJobs: (tasks) => traceJobs(tasks, tracer),
    stop: () => {
      fetches.disable()
      return provider.shutdown()
    },
  }
}

function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const caller = propagation.extract(context.active(), request.headers)
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    const attributes: Attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'greenroom.request_id': request.id,
    }
    request.span = tracer.startSpan(
      `${request.method} ${route}`,
      { kind: SpanKind.SERVER, attributes },
      caller,
    )
    context.with(trace.setSpan(caller, request.span), done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) request.span?.setStatus({ code: SpanStatusCode.ERROR })
    request.span?.end()
    done()
  })
}

function traceJobs(tasks: Record<string, JobTask>, tracer: Tracer): Record<string, JobTask> {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, JobTask] => [
      name,
      (payload, job) =>
        tracer.startActiveSpan(`job ${name}`, { attributes: { 'greenroom.attempt': job.attempt } }, (span) =>
          ending(span, task(payload, job)),
        ),
    ]),
  )
}

/**
 * Every statement passes the pool's clients, whether the query builder, a prepared statement or the pool sends it.
 */
function traceStatements(pool: pg.Pool, tracer: Tracer): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const traced = (...given: unknown[]): unknown => {
      const text = textOf(given[0])
      if (text === undefined || !trace.getActiveSpan()) return query(...given)
      const span = tracer.startSpan(text.trimStart().split(/[\s;]/, 1)[0]?.toLowerCase() ?? 'statement', {
        kind: SpanKind.CLIENT,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
      })
      const last = given.at(-1)
      if (typeof last !== 'function') return ending(span, query(...given) as Promise<unknown>)
      const answered = (error: Error | null, result: unknown) => {
        end(span, error)
        last(error, result)
      }
      return query(...given.slice(0, -1), answered)
    }
    client.query = traced as typeof client.query
  })
}

/** Returns the text of a statement with placeholders for its values; undefined for a stream, which ends later. */
function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return undefined
  return 'text' in statement && typeof statement.text === 'string' ? statement.text : undefined
}

async function ending<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    const result = await work
    end(span, null)
    return result
  } catch (error) {
    end(span, error)
    throw error
  }
}

function end(span: Span, error: unknown): void {
  if (error) {
    span.recordException(error instanceof Error ? error : String(error))
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}
