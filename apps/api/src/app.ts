import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SignInOptions } from '@greenroom/contract/staff/session/sign-in-options'
import { webhookDestinations } from '@greenroom/contract/staff/webhook/webhook.schema'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { addCountsJobs, countsCrontab } from './counts/counts-jobs.ts'
import type { ModuleHost } from './module-host.ts'
import { createItemRemoval } from './modules/community/moderation/item-removal.service.ts'
import { moderationModule } from './modules/community/moderation/moderation.module.ts'
import { postModule } from './modules/community/post/post.module.ts'
import { userModule } from './modules/community/user/user.module.ts'
import { createUserRemoval } from './modules/community/user/user-removal.service.ts'
import { binModule } from './modules/desk/bin/bin.module.ts'
import { createBinDisposal } from './modules/desk/bin/bin-disposal.service.ts'
import { exportModule } from './modules/desk/export/export.module.ts'
import { fileModule } from './modules/desk/file/file.module.ts'
import { historyModule } from './modules/desk/history/history.module.ts'
import { liveModule } from './modules/desk/live/live.module.ts'
import { overviewModule } from './modules/desk/overview/overview.module.ts'
import { savedViewModule } from './modules/desk/saved-view/saved-view.module.ts'
import { searchModule } from './modules/desk/search/search.module.ts'
import { waitingModule } from './modules/desk/waiting/waiting.module.ts'
import { bannerModule } from './modules/marketing/banner/banner.module.ts'
import { newsModule } from './modules/marketing/news/news.module.ts'
import { shortlinkModule } from './modules/marketing/shortlink/shortlink.module.ts'
import { couponModule } from './modules/money/coupon/coupon.module.ts'
import { disputeModule } from './modules/money/dispute/dispute.module.ts'
import { documentModule } from './modules/money/document/document.module.ts'
import { gstReturnModule } from './modules/money/gst-return/gst-return.module.ts'
import { membershipModule } from './modules/money/membership/membership.module.ts'
import { monthMoneyModule } from './modules/money/month-money/month-money.module.ts'
import { paymentPageModule } from './modules/money/payment-page/payment-page.module.ts'
import { reconciliationModule } from './modules/money/reconciliation/reconciliation.module.ts'
import { refundModule } from './modules/money/refund/refund.module.ts'
import { reportModule } from './modules/money/report/report.module.ts'
import { settlementModule } from './modules/money/settlement/settlement.module.ts'
import { transactionModule } from './modules/money/transaction/transaction.module.ts'
import { intakeModule } from './modules/outside/intake/intake.module.ts'
import { intakeBookingModule } from './modules/outside/intake/intake-booking.module.ts'
import { intakeFeedModule } from './modules/outside/intake/intake-feed.module.ts'
import { registrationIntakeModule } from './modules/outside/intake/registration-intake.module.ts'
import { intakeReadModule } from './modules/outside/public-read/public-read.module.ts'
import { advisoryModule } from './modules/people/advisory/advisory.module.ts'
import { peopleListModule } from './modules/people/people-list/people-list.module.ts'
import { personPageModule } from './modules/people/person/person-page.module.ts'
import { personalDataModule } from './modules/people/person/personal-data.module.ts'
import { calendarModule } from './modules/sessions/calendar/calendar.module.ts'
import { creatorModule } from './modules/sessions/creator/creator.module.ts'
import { eventModule } from './modules/sessions/event/event.module.ts'
import { masterclassModule } from './modules/sessions/masterclass/masterclass.module.ts'
import { meetingModule } from './modules/sessions/meeting/meeting.module.ts'
import { publishCheckModule } from './modules/sessions/publish-check/publish-check.module.ts'
import { registrationModule } from './modules/sessions/registration/registration.module.ts'
import { apiKeyModule } from './modules/staff/api-key/api-key.module.ts'
import { sessionModule } from './modules/staff/session/session.module.ts'
import { staffModule } from './modules/staff/staff/staff.module.ts'
import { webhookModule } from './modules/staff/webhook/webhook.module.ts'
import type { WebhookSender } from './modules/staff/webhook/webhook-sender.service.ts'
import { createApiKeyDirectory } from './platform/access/api-key-directory.ts'
import { missingOwner } from './platform/access/missing-owner.ts'
import { createRequesters } from './platform/access/requesters.ts'
import { createSessionDirectory, sweepSessions } from './platform/access/session-directory.ts'
import { createSignInAttempts, sweepSignInAttempts } from './platform/access/sign-in-attempts.ts'
import { createSiteKey } from './platform/access/site-key.ts'
import { createStaffDirectory } from './platform/access/staff-directory.ts'
import { createPersonalLooks, type PersonalLooks } from './platform/audit/personal-looks.ts'
import { createRefusedCalls } from './platform/audit/refused-calls.ts'
import { createSignIns, sweepSignIns } from './platform/audit/sign-ins.ts'
import { sweepLog } from './platform/audit/sweep-log.ts'
import { type Call, startCall } from './platform/call.ts'
import type { Clock } from './platform/clock.ts'
import { connectionStringOf, type DatabaseHandle, type DatabasePool } from './platform/database/connect.ts'
import { createReadReplica } from './platform/database/read-replica.ts'
import { watchDiskSpace } from './platform/files/disk-space.ts'
import { registerFileRoutes } from './platform/files/file-routes.ts'
import { claimFileStore, watchFileStore } from './platform/files/file-store-owner.ts'
import { createFiles } from './platform/files/files.ts'
import { createRenditions } from './platform/files/renditions.ts'
import { sweepSpool } from './platform/files/spool.ts'
import { authenticateAll } from './platform/http/authentication.ts'
import { fontStylesheet, registerConsoleRoutes } from './platform/http/console-routes.ts'
import { tellPosition } from './platform/http/database-position.ts'
import type { EndpointHost } from './platform/http/endpoint-route.ts'
import { refuseWritesOnFullDisk } from './platform/http/full-disk.ts'
import { registerHealthRoutes } from './platform/http/health-routes.ts'
import { sweepIdempotencyKeys } from './platform/http/idempotency.ts'
import { registerApiDocs } from './platform/http/openapi.ts'
import { createHttpServer, type SignInSources } from './platform/http/server.ts'
import { registerWellKnownRoutes } from './platform/http/well-known-routes.ts'
import { admittedBy, readAllowList } from './platform/identity/allow-list.ts'
import type { SignInIdentity } from './platform/identity/identity.ts'
import { publicUrlOf } from './platform/identity/public-url.ts'
import { enqueue, type JobTask } from './platform/jobs/job-runner.ts'
import { registerMetrics } from './platform/observation/metrics.ts'
import { startTracing } from './platform/observation/tracing.ts'
import { isSiteOn } from './platform/site-url.ts'
import type { Providers } from './providers.ts'
import type { Settings } from './settings.ts'

const sweepTask = 'sweep'

export interface App {
  fastify: FastifyInstance
  files: EndpointHost['files']
  webhooks: Pick<WebhookSender, 'settled'>
  looks: Pick<PersonalLooks, 'flush'>
  spoolFolder: string
  /** The handlers of jobs by task name. */
  tasks: Record<string, JobTask>
  /** The tasks that may take minutes. */
  longTasks: ReadonlySet<string>
  crontab: { task: string; pattern: string }[]
  /** Makes /readyz fail, so that a load balancer sends no new requests while the last ones finish. */
  announceClosing(): void
}

/** Assembles the program over a migrated database and its providers. It does not listen and runs no jobs yet. */
export async function createApp({
  settings,
  providers,
  database,
  databaseFolder,
  clock,
  log,
}: {
  settings: Settings
  providers: Providers
  database: Pick<DatabaseHandle, 'pool' | 'kysely' | 'background'> & { replica?: DatabasePool | null }
  /** Folder of an embedded database, for the check of the disks. */
  databaseFolder?: string | undefined
  clock: Clock
  log: Logger
}): Promise<App> {
  const { identity, sandboxes } = providers
  const { background, kysely: db } = database
  const publicUrl = publicUrlOf(settings)
  const spoolFolder = join(settings.DATA_DIR, 'spool')
  await mkdir(spoolFolder, { recursive: true })
  await sweepSpool(spoolFolder)

  const files = createFiles({ store: providers.store, db, log })

  const fastify = await createHttpServer({
    settings,
    log,
    signInSources: signInSourcesOf(identity),
  })
  const tracing = await startTracing(settings)
  tracing?.traceRequests(fastify)
  // Before the first statement: a connection that is open already is not traced.
  for (const { pool } of [database, background]) tracing?.traceStatements(pool)
  fastify.addHook('onClose', () => tracing?.stop())
  await claimFileStore(db, providers.store)
  const disk = watchDiskSpace(
    { data: settings.DATA_DIR, files: providers.store.folder, database: databaseFolder },
    settings.DISK_RESERVE_MB * 1_048_576,
  )
  let isClosing = false
  // Tells keep-alive clients not to send another request over a connection that is about to close.
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
  // Who calls is looked up and noted on connections that calls don't use.
  const access = { db: background.kysely }
  const staff = createStaffDirectory({
    ...access,
    clock,
    log,
    sandboxes,
    defaultRole: settings.DEFAULT_ROLE,
    roleAtFirst: identity.roleAtFirst,
    isKnown: identity.isKnown,
  })
  const allowList = readAllowList(settings)
  const isListed = (email: string) => admittedBy(allowList, email) === 'address'
  const siteKey = isSiteOn(settings) ? createSiteKey() : undefined
  const apiKeys = createApiKeyDirectory({ ...access, clock, ownKey: siteKey })
  const sessions = createSessionDirectory({
    ...access,
    clock,
    log,
    staff,
    identity,
    sandboxes,
    hours: settings.SESSION_HOURS,
    idleMinutes: settings.SESSION_IDLE_MINUTES,
  })
  const refuse = authenticateAll(fastify, {
    sessions,
    apiKeys,
    signIns: createSignIns({ ...access, log, sandboxes }),
    refusedCalls: createRefusedCalls({ ...access, log, sandboxes }),
    settings,
  })
  const looks = createPersonalLooks({ ...access, clock, log, sandboxes })
  fastify.addHook('onClose', looks.close)
  refuseWritesOnFullDisk(fastify, disk)
  const replica = database.replica
    ? createReadReplica({ primary: database, replica: database.replica, log })
    : null
  if (replica) tellPosition(fastify, replica)
  registerHealthRoutes(fastify, {
    db: background.kysely,
    disk,
    checkFiles: watchFileStore(background.kysely, providers.store),
    isClosing: () => isClosing,
  })
  const metrics = registerMetrics(fastify, {
    db: background.kysely,
    pools: { calls: database.pool, background: background.pool },
    replica,
    disk,
    countHeldBackFiles: () => files.countHeldBack(clock.now()),
    token: settings.METRICS_TOKEN,
  })
  const renditions = createRenditions({ store: providers.store, spoolFolder, disk, log })
  registerFileRoutes(fastify, { files, renditions, db })
  fastify.get('/idp/options', { config: { access: 'public' } }, async (request, reply) => {
    const notice = await missingOwner(background.kysely, settings).catch((error: unknown) => {
      // The sign-in reports a failing database itself.
      request.log.warn({ err: error }, 'Could not look for an owner')
      return undefined
    })
    const options: SignInOptions = {
      ...identity.earlierOptions,
      providers: [...identity.providers],
      sandboxes: [...sandboxes],
      ...(notice && { notice }),
    }
    return reply.header('cache-control', 'no-store').send(options)
  })
  await identity.mount(fastify)

  const tasks: Record<string, JobTask> = {}
  const longTasks = new Set<string>()
  const sweeps: string[] = []
  const crontab = [{ task: sweepTask, pattern: '*/15 * * * *' }, ...countsCrontab]
  const host: ModuleHost = {
    fastify,
    db,
    databaseUrl: connectionStringOf(background.pool),
    replica,
    files,
    clock,
    spoolFolder,
    settings,
    providers,
    sandboxes,
    destinations: webhookDestinations.filter((name) => providers.webhooks[name]),
    publicUrl,
    looks,
    requesters: createRequesters({ clock, isListed }),
    log,
    metrics,
    addJob(task, handle, { isLong = false } = {}) {
      if (isLong) longTasks.add(task)
      tasks[task] = (payload, context) =>
        handle(startCall({ ...host, db: background.kysely }), payload, context)
    },
    addRecurringJob(task, pattern, handle, options) {
      crontab.push({ task, pattern })
      host.addJob(task, handle, options)
    },
    addSweep(name, sweep) {
      const task = `${sweepTask}-${name}`
      sweeps.push(task)
      const run = async (call: Call) => {
        await sweep(call)
      }
      host.addJob(task, run, { isLong: true })
    },
  }
  const creators = creatorModule(host)
  const users = userModule(host)
  const { meetings, bookings } = meetingModule(host)
  const masterclasses = masterclassModule(host, { creators, meetings })
  const memberships = membershipModule(host)
  const { venues } = eventModule(host, { creators, meetings })
  calendarModule(host)
  publishCheckModule(host, { bookings })
  couponModule(host, { masterclass: masterclasses, membership: memberships })
  const transactions = transactionModule(host)
  const registrations = registrationModule(host)
  const disposal = createBinDisposal(host)
  const removal = createUserRemoval({ ...host, disposal })
  const items = createItemRemoval({ files, disposal })
  const reports = reportModule(host, {
    leads: advisoryModule(host).numbers,
    moderation: moderationModule(host, { items, removal }).numbers,
    seats: registrations.numbers,
  })
  const paymentPages = paymentPageModule(host)
  documentModule(host, {
    venues: { events: venues, masterclass: masterclasses.venues, custom: paymentPages.venues },
  })
  const { refunds, events } = refundModule(host, { transactions, isListed })
  const { monthComparisons } = reconciliationModule(host, { transactions, refunds })
  disputeModule(host)
  registrationIntakeModule(host)
  const exports = exportModule(host, {
    transactions,
    reports,
    registrations,
    returns: gstReturnModule(host, { comparisons: monthComparisons }),
    history: historyModule(host),
    people: peopleListModule(host),
    settlements: settlementModule(host),
    monthMoney: monthMoneyModule(host),
  })
  personalDataModule(host, { exports })
  personPageModule(host)
  shortlinkModule(host)
  intakeModule(host, { removal, events, memberships })
  postModule(host, { users })
  bannerModule(host)
  binModule(host, { disposal })
  newsModule(host)
  fileModule(host)
  searchModule(host)
  const sessionEndings = sessionModule(host, {
    directory: sessions,
    identity,
    attempts: createSignInAttempts({ ...access, clock }),
    isInvited: staff.isInvited,
    refuse,
  })
  staffModule(host, {
    directory: sessions,
    sessions: sessionEndings,
    isListed,
    givesRoles: identity.givesRoles,
  })
  apiKeyModule(host, { directory: apiKeys })
  waitingModule(host)
  savedViewModule(host)
  const live = liveModule(host, {
    background,
    checkCredential: (credential) => sessions.accessOf(credential),
    forgetSessions: sessions.forget,
  })
  overviewModule(host, { bookings })
  const webhooks = webhookModule(host)
  intakeReadModule(host)
  intakeFeedModule(host, { items })
  intakeBookingModule(host)
  const { pay } = providers.gateway
  if (siteKey && pay) {
    // Loaded only here: an installation without the sample site needs no page renderer.
    const { registerSite } = await import('@greenroom/site/site')
    const { secret } = siteKey
    await registerSite(fastify, {
      secret,
      publicUrl,
      timeZone: settings.BUSINESS_TIME_ZONE,
      clock,
      fontStylesheet: settings.CONSOLE === 'on' ? fontStylesheet : null,
      pay,
    })
  }
  registerWellKnownRoutes(fastify, { contact: settings.SECURITY_CONTACT, started: clock.now() })
  await registerApiDocs(fastify, publicUrl)
  await registerConsoleRoutes(fastify, settings.CONSOLE === 'on' ? builtConsole() : null)

  addCountsJobs(host)
  const kept = { days: settings.LOG_DAYS }
  host.addSweep('spool', () => sweepSpool(spoolFolder))
  host.addSweep('idempotency-keys', (call) => sweepIdempotencyKeys(call.db))
  host.addSweep('sign-in-refusals', (call) => sweepLog(call.db, 'sign_in_refusal', kept))
  host.addSweep('sign-ins', (call) => sweepSignIns(call.db, kept))
  host.addSweep('sign-in-attempts', (call) => sweepSignInAttempts(call.db, call.now))
  host.addSweep('sessions', (call) => sweepSessions(call.db, call.now))
  host.addSweep('refused-calls', (call) => sweepLog(call.db, 'refused_call', kept))
  host.addSweep('personal-looks', (call) => sweepLog(call.db, 'personal_look', kept))
  // One job for each, so that a failing one stops no other. A failed one isn't retried: the next round replaces it.
  host.addJob(sweepTask, async (call) => {
    for (const task of sweeps) await enqueue(call.db, { task, payload: {}, key: task, maxAttempts: 1 })
  })
  return {
    fastify,
    files,
    webhooks,
    looks,
    spoolFolder,
    tasks: tracing ? tracing.traceJobs(tasks) : tasks,
    longTasks,
    crontab,
    announceClosing() {
      isClosing = true
      // Their clients connect to another process; waiting for them would wait for ever.
      void live.close()
    },
  }
}

/** Google's own button is the only part of a sign-in that runs in the console. */
function signInSourcesOf({ providers }: SignInIdentity): SignInSources {
  return providers.some(({ client_id }) => client_id !== undefined) ? ['https://accounts.google.com'] : []
}

/** Returns the folder of the built console, from the source or from the bundle; null if it is not built. */
function builtConsole(): string | null {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const build = join(folder, 'console', 'dist')
    if (existsSync(join(build, 'index.html'))) return build
    if (dirname(folder) === folder) return null
  }
}
