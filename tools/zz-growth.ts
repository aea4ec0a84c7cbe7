import { startEmbeddedPostgres } from '../apps/api/src/platform/database/embedded-postgres.ts'
import { createKysely, createPool } from '../apps/api/src/platform/database/connect.ts'
import { rememberPool } from '../apps/api/src/platform/database/prepared-query.ts'
import * as queue from '../apps/api/src/modules/moderation/report-queue.repository.ts'
import * as posts from '../apps/api/src/modules/post/post.repository.ts'
import { pino } from 'pino'
const log = pino({ level: 'warn' })
const sizes = [2000, 200000]
const servers = await Promise.all(sizes.map((rows) => startEmbeddedPostgres({ dataDirectory: `/work/community/.cache/bench/posts-${rows}/postgres`, log, durable: false })))
try {
  const dbs = servers.map((server) => { const pool = createPool(server.url, { size: 1, log }); const db = createKysely(pool); rememberPool(db, pool); return { db, pool } })
  const author = '00000000-0000-7000-8000-000000000001'
  const cases: [string, (n: number, offset: number) => Promise<unknown>][] = [
    ['posts', (n, offset) => queue.listReported(dbs[n]!.db, 'post', posts.reportedPost, { reportTypes: null, limit: 5, offset })],
    ['posts two', (n, offset) => queue.listReported(dbs[n]!.db, 'post', posts.reportedPost, { reportTypes: ['illegal', 'hate'], limit: 5, offset })],
    ['comments', (n, offset) => queue.listReportedComments(dbs[n]!.db, { reportTypes: null, limit: 5, offset })],
    ['users', (n, offset) => queue.listReportedUsers(dbs[n]!.db, { reportTypes: null, limit: 5, offset })],
    ['feed', (n) => posts.listPostsOfUser(dbs[n]!.db, author, { limit: 25, offset: sizes[n]! / 10 - 25 })],
  ]
  for (const [name, run] of cases) {
    const times: number[][] = [[], []]
    for (let i = 0; i < 3000; i++) for (const n of [0, 1]) {
      const t = performance.now(); await run(n, (i % 4) * 5); times[n]!.push(performance.now() - t)
    }
    const at = (n: number, q: number) => times[n]!.slice(500).sort((a, b) => a - b)[Math.floor(2500 * q)]!
    for (const q of [0.1, 0.5]) console.log(name, q, at(0, q).toFixed(3), at(1, q).toFixed(3), 'exponent', (Math.log(at(1, q) / at(0, q)) / Math.log(100)).toFixed(3))
  }
  for (const one of dbs) await one.pool.end()
} finally { for (const server of servers) await server.stop() }
