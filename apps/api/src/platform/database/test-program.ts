import { pino } from 'pino'
import { EmbeddedPostgresError } from './embedded/embedded-postgres-error.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

/** A separate process for the tests: starts the server on the given folder, reports it, and stops on request. */
const log = pino({ level: 'silent' })
try {
  const server = await startEmbeddedPostgres({ dataDirectory: process.argv[2] ?? '', log, durable: false })
  process.once('SIGTERM', () => {
    void server.stop().then(() => process.exit(0))
  })
  process.stdout.write(`${JSON.stringify({ url: server.url, processId: server.processId() })}\n`)
  setInterval(() => {}, 60_000)
} catch (error) {
  const refused = error instanceof EmbeddedPostgresError
  process.stdout.write(`${JSON.stringify({ refused: refused ? error.message : String(error) })}\n`)
  process.exit(1)
}
