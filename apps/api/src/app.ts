import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createAdvisorService } from './modules/advisory/advisor.service.ts'
import { registerAdvisoryRoutes } from './modules/advisory/advisory.routes.ts'
import { createAdvisoryServices } from './modules/advisory/advisory-service.service.ts'
import { createLeadService } from './modules/advisory/lead.service.ts'
import { registerBannerRoutes } from './modules/banner/banner.routes.ts'
import { createBannerService } from './modules/banner/banner.service.ts'
import { registerCouponRoutes } from './modules/coupon/coupon.routes.ts'
import { createCouponService } from './modules/coupon/coupon.service.ts'
import { registerCreatorRoutes } from './modules/creator/creator.routes.ts'
import { createCreatorService } from './modules/creator/creator.service.ts'
import { registerEventRoutes } from './modules/event/event.routes.ts'
import { createEventService } from './modules/event/event.service.ts'
import { registerUploadRoutes } from './modules/file/file.routes.ts'
import { registerMasterclassRoutes } from './modules/masterclass/masterclass.routes.ts'
import { createMasterclassService } from './modules/masterclass/masterclass.service.ts'
import { registerMeetingRoutes } from './modules/meeting/meeting.routes.ts'
import {
  createMeetingService,
  settleMeetingTask,
  tellMeetingTask,
} from './modules/meeting/meeting.service.ts'
import { registerMembershipRoutes } from './modules/membership/membership.routes.ts'
import { createMembershipService } from './modules/membership/membership.service.ts'
import { registerModerationRoutes } from './modules/moderation/moderation.routes.ts'
import { createModerationService } from './modules/moderation/moderation.service.ts'
import { registerNewsRoutes } from './modules/news/news.routes.ts'
import { createNewsService } from './modules/news/news.service.ts'
import { registerPaymentPageRoutes } from './modules/payment-page/payment-page.routes.ts'
import { createPaymentPageService } from './modules/payment-page/payment-page.service.ts'
import { registerPostRoutes } from './modules/post/post.routes.ts'
import { createPostService } from './modules/post/post.service.ts'
import { registerSessionRoutes } from './modules/session/session.routes.ts'
import { registerShortlinkAddress, registerShortlinkRoutes } from './modules/shortlink/shortlink.routes.ts'
import { createShortlinkService } from './modules/shortlink/shortlink.service.ts'
import { registerInvoiceRoutes } from './modules/transaction/invoice.routes.ts'
import { createInvoiceService } from './modules/transaction/invoice.service.ts'
import { registerPaymentWebhook, registerRefundRoutes } from './modules/transaction/refund.routes.ts'
import { createRefundService, settleRefundTask } from './modules/transaction/refund.service.ts'
import { registerTransactionRoutes } from './modules/transaction/transaction.routes.ts'
import { createTransactionService } from './modules/transaction/transaction.service.ts'
import { registerUserRoutes } from './modules/user/user.routes.ts'
import { createUserService } from './modules/user/user.service.ts'
import { createSignIns } from './platform/audit/sign-ins.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { watchDiskSpace } from './platform/files/disk-space.ts'
import { registerFileRoutes } from './platform/files/file-routes.ts'
import { createFiles, removeFileTask } from './platform/files/files.ts'
import { unlessPaused } from './platform/files/removal-pause.ts'
import { sweepSpool } from './platform/files/spool.ts'
import { authenticateAll } from './platform/http/authentication.ts'
import { registerConsoleRoutes } from './platform/http/console-routes.ts'
import type { EndpointHost } from './platform/http/endpoint-route.ts'
import { refuseWritesOnFullDisk } from './platform/http/full-disk.ts'
import { registerHealthRoutes } from './platform/http/health-routes.ts'
import { sweepIdempotencyKeys } from './platform/http/idempotency.ts'
import { registerApiDocs } from './platform/http/openapi.ts'
import { createHttpServer, type SignInSources } from './platform/http/server.ts'
import type { IdentityProvider } from './platform/identity/identity.ts'
import { publicUrlOf } from './platform/identity/public-url.ts'
import { enqueue, type JobTask } from './platform/jobs/job-runner.ts'
import { registerMetrics } from './platform/observation/metrics.ts'
import { startTracing } from './platform/observation/tracing.ts'
import type { Providers } from './providers.ts'
import type { Settings } from './settings.ts'

const sweepTask = 'sweep'
/** Milliseconds after which the removal of a file is tried again that a backup held up. */
const afterBackup = 60_000

export interface App {
  fastify: FastifyInstance
  files: EndpointHost['files']
  spoolFolder: string
  /** The work that jobs do, by task name. */
  tasks: Record<string, JobTask>
  crontab: { task: string; pattern: string }[]
  /** Makes /readyz say no, so that a balancer sends no new requests while the last ones are answered. */
  announceClosing(): void
}

/**
 * Puts the program together over a migrated database and its providers: modules, routes, jobs. It does not listen and
 * runs no jobs yet.
 */
export async function createApp({
  settings,
  providers: { identity, store, meetings: provider, gateway },
  db,
  pool = null,
  clock,
  log,
}: {
  settings: Settings
  providers: Providers
  db: Database
  /** The connections below db, for metrics and traces. */
  pool?: pg.Pool | null
  clock: Clock
  log: Logger
}): Promise<App> {
  const publicUrl = publicUrlOf(settings)
  const spoolFolder = join(settings.DATA_DIR, 'spool')
  await mkdir(spoolFolder, { recursive: true })
  await sweepSpool(spoolFolder)

  const files = createFiles({ store, log })
  const creators = createCreatorService()
  const meetings = createMeetingService({ provider, settings, clock, log })
  const masterclasses = createMasterclassService({ creators, meetings, files, clock, settings })
  const memberships = createMembershipService()
  const events = createEventService({ creators, meetings, files, clock, publicUrl })
  const coupons = createCouponService({
    targets: { masterclass: masterclasses.exists, membership: memberships.exists },
  })
  const paymentPages = createPaymentPageService({ files, publicUrl })
  const shortlinks = createShortlinkService({ appSchemes: settings.SHORTLINK_APP_SCHEMES })
  const moderation = createModerationService({ files, settings })
  const users = createUserService()
  const posts = createPostService({
    authorId: settings.ADMIN_POST_USER_ID,
    publicUrl,
    files,
    users,
  })
  const banners = createBannerService({ files, publicUrl })
  const news = createNewsService({ files, publicUrl })
  const transactions = createTransactionService()
  const invoices = createInvoiceService(settings)
  const refunds = createRefundService({
    gateway,
    transactions,
    settings,
    clock,
    log,
    onRefunded: invoices.credit,
  })

  const fastify = await createHttpServer({
    settings,
    log,
    signInSources: signInSourcesOf(identity, publicUrl),
  })
  const tracing = await startTracing(settings)
  tracing?.traceRequests(fastify)
  if (pool) tracing?.traceStatements(pool)
  fastify.addHook('onClose', () => tracing?.stop())
  const disk = watchDiskSpace(settings.DATA_DIR, settings.DISK_RESERVE_MB * 1_048_576)
  let isClosing = false
  // Tells clients that keep their connections not to send another call on one that is about to be closed.
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
  authenticateAll(fastify, {
    verify: identity.verify,
    isKnown: identity.isKnown,
    signIns: createSignIns(db, log),
    settings,
  })
  refuseWritesOnFullDisk(fastify, disk)
  registerHealthRoutes(fastify, { db, disk, isClosing: () => isClosing })
  registerMetrics(fastify, { db, pool, disk, token: settings.METRICS_TOKEN })
  registerFileRoutes(fastify, { files, db })
  fastify.get('/idp/options', { config: { access: 'public' } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(identity.options()),
  )
  await identity.mount(fastify)

  const host: EndpointHost = { fastify, db, files, clock, spoolFolder }
  registerSessionRoutes(host, settings)
  registerCreatorRoutes(host, creators)
  registerUserRoutes(host, users)
  registerMeetingRoutes(host, meetings)
  registerMasterclassRoutes(host, masterclasses)
  registerEventRoutes(host, events)
  registerCouponRoutes(host, coupons)
  registerRefundRoutes(host, refunds)
  registerPaymentWebhook(host, { gateway, refunds })
  registerTransactionRoutes(host, transactions)
  registerInvoiceRoutes(host, invoices)
  registerMembershipRoutes(host, memberships)
  registerPaymentPageRoutes(host, paymentPages)
  registerAdvisoryRoutes(host, {
    advisors: createAdvisorService(),
    services: createAdvisoryServices(),
    leads: createLeadService(),
  })
  registerShortlinkRoutes(host, shortlinks)
  registerShortlinkAddress(host, shortlinks)
  registerModerationRoutes(host, moderation)
  registerPostRoutes(host, posts)
  registerBannerRoutes(host, banners)
  registerNewsRoutes(host, news)
  registerUploadRoutes(host)
  await registerApiDocs(fastify, publicUrl)
  await registerConsoleRoutes(fastify, settings.CONSOLE === 'on' ? builtConsole() : null)

  const tasks: Record<string, JobTask> = {
    [removeFileTask]: async (payload) => {
      if (await unlessPaused(db, () => files.removeBytes(payload))) return
      await enqueue(db, { task: removeFileTask, payload, runAt: new Date(Date.now() + afterBackup) })
    },
    [settleMeetingTask]: (payload) => meetings.settle(db, payload),
    [tellMeetingTask]: (payload) => meetings.tell(db, payload),
    [settleRefundTask]: (payload) => refunds.settle(db, payload),
    [sweepTask]: async () => {
      await sweepSpool(spoolFolder)
      await files.sweep(db, clock.now())
      await sweepIdempotencyKeys(db)
      await refunds.forgetOldEvents(db)
    },
  }
  return {
    fastify,
    files,
    spoolFolder,
    tasks: tracing ? tracing.traceJobs(tasks) : tasks,
    crontab: [{ task: sweepTask, pattern: '*/15 * * * *' }],
    announceClosing() {
      isClosing = true
    },
  }
}

function signInSourcesOf(identity: IdentityProvider, publicUrl: string): SignInSources {
  const options = identity.options()
  switch (options.kind) {
    case 'google':
      return { pages: ['https://accounts.google.com'], calls: ['https://accounts.google.com'] }
    case 'oidc':
      return { pages: [], calls: [new URL(options.issuer).origin] }
    case 'sandbox':
      // The page may have been opened as localhost while the sandbox speaks of 127.0.0.1.
      return { pages: [], calls: [publicUrl] }
  }
}

/** The folder of the built console, found from the source and from the bundle alike; null while it is not built. */
function builtConsole(): string | null {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const build = join(folder, 'console', 'dist')
    if (existsSync(join(build, 'index.html'))) return build
    if (dirname(folder) === folder) return null
  }
}
