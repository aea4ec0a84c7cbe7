import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createTestApp } from '../../test-app.ts'

interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

/** A collector that stores what it receives. */
async function startCollector() {
  const spans: SentSpan[] = []
  const services = new Set<string | undefined>()
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += String(chunk)
    })
    request.on('end', () => {
      if (request.url === '/v1/traces') {
        for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
          services.add(
            resource.attributes.find((one: { key: string }) => one.key === 'service.name')?.value.stringValue,
          )
          for (const scope of scopeSpans) spans.push(...scope.spans)
        }
      }
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, spans, services, close: () => server.close() }
}

const attribute = (span: SentSpan | undefined, key: string) =>
  span?.attributes.find((one) => one.key === key)?.value

const libraries = [
  '@opentelemetry/sdk-trace-node',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/instrumentation-undici',
]
afterEach(() => {
  for (const name of libraries) vi.doUnmock(name)
  vi.resetModules()
})

test('loads nothing for tracing without a collector', async () => {
  const loaded: string[] = []
  vi.resetModules()
  for (const name of libraries) {
    vi.doMock(name, () => {
      loaded.push(name)
      return {}
    })
  }
  const { startTracing } = await import('./tracing.ts')
  const settings = { OTEL_SERVICE_NAME: 'greenroom', OTEL_EXPORTER_OTLP_ENDPOINT: undefined }
  expect(await startTracing(settings)).toBeNull()
  expect(loaded).toEqual([])
  await startTracing({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }).catch(
    () => undefined,
  )
  expect(loaded.sort()).toEqual([...libraries].sort())
})

test('traces a request below the caller’s span, with its statements and without their values', async () => {
  const collector = await startCollector()
  const app = await createTestApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'console',
  })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const answer = await app.call('GET', '/admin/creators?q=Ananya', {
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  })
  expect(answer.status).toBe(200)
  // Closes the app, which sends what is buffered.
  await app.close()
  collector.close()

  expect([...collector.services]).toEqual(['console'])
  const request = collector.spans.find((span) => span.name === 'GET /admin/creators')
  expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
  expect(attribute(request, 'greenroom.request_id')?.stringValue).toBe(answer.headers.get('x-request-id'))
  const statements = collector.spans.filter((span) => span.name === 'select' && span.traceId === traceId)
  expect(new Set(statements.map((span) => span.parentSpanId))).toEqual(new Set([request?.spanId]))
  const texts = statements.map((span) => attribute(span, 'db.query.text')?.stringValue)
  expect(texts).toContainEqual(expect.stringContaining('creator'))
  expect(JSON.stringify(collector.spans)).not.toContain('Ananya')
})

test('traces a call of another service below the job that makes it, without its query', async () => {
  const collector = await startCollector()
  const received: (string | undefined)[] = []
  const service = createServer((request, response) => {
    received.push(request.headers.traceparent as string)
    response.end()
  })
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}/v2/lead`
  const { startTracing } = await import('./tracing.ts')
  const tracing = await startTracing({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'console',
  })
  const call = () => fetch(`${address}?secretKey=of-the-account`).then((response) => response.text())
  const tasks = tracing?.traceJobs({ push: async () => void (await call()) })
  await tasks?.push?.({}, { attempt: 1, isLastAttempt: false, signal: new AbortController().signal })
  await call()
  await tracing?.stop()
  collector.close()
  service.close()

  const job = collector.spans.find((span) => span.name === 'job push')
  const [made, ...others] = collector.spans.filter((span) => span.name === 'GET')
  expect(others).toEqual([])
  expect(made).toMatchObject({ traceId: job?.traceId, parentSpanId: job?.spanId })
  expect(attribute(made, 'url.full')?.stringValue).toBe(address)
  expect(received).toEqual([`00-${job?.traceId}-${made?.spanId}-01`, undefined])
  expect(JSON.stringify(collector.spans)).not.toContain('of-the-account')
})
