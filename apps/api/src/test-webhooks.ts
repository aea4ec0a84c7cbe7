import type { Logger } from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startCall } from './platform/call.ts'
import { newId } from './platform/database/record-id.ts'
import { announce, sendWebhooksTask } from './platform/webhooks/announce.ts'
import { startTestReceiver, type TestReceiver } from './platform/webhooks/test-receiver.ts'
import { createTestApp, type TestApp, testNow } from './test-app.ts'

export const webhookSecret = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`
export const leadKeys = { access: 'u$r-access-key-1', secret: 'lead-secret-key-1' }

interface Started {
  app: TestApp
  receiver: TestReceiver
}

/**
 * Starts an app and a receiver for the public product (/product) and LeadSquared (/v2). Before each test the receiver,
 * the clock and the deliveries are reset.
 * @param onStart receives both before the first test
 */
export function startWithReceiver(
  onStart: (started: Started) => void,
  environment: Record<string, string> = {},
  log?: Logger,
) {
  let app: TestApp
  let receiver: TestReceiver

  beforeAll(async () => {
    receiver = await startTestReceiver()
    const settings = {
      PRODUCT_WEBHOOK_URL: `${receiver.url}/product`,
      PRODUCT_WEBHOOK_SECRET: webhookSecret,
      LEADSQUARED_BASE_URL: `${receiver.url}/v2`,
      LEADSQUARED_ACCESS_KEY: leadKeys.access,
      LEADSQUARED_SECRET_KEY: leadKeys.secret,
      // So that no call ends by its time-out on a busy machine.
      WEBHOOK_TIMEOUT_SECONDS: '60',
      ...environment,
    }
    app = await createTestApp(settings, log)
    onStart({ app, receiver })
  })
  afterAll(async () => {
    await receiver.close()
    await app.close()
  })
  beforeEach(async () => {
    await app.database.pool.query('delete from webhook_delivery')
    await app.database.pool.query('delete from graphile_worker._private_jobs')
    receiver.reset()
    app.clock.set(testNow)
  })

  /** Runs the job as the job runner does; calls may still be on their way. */
  const startSending = () =>
    app.app.tasks[sendWebhooksTask]?.(
      {},
      { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
    )

  return {
    startSending,
    /** Sends what is due, and waits for the outcomes. */
    async sendDue() {
      await startSending()
      await app.app.webhooks.settled()
    },
    later: (seconds: number) => app.clock.set(new Date(app.clock.now().getTime() + seconds * 1000)),
    /** Returns all deliveries in the order in which they were made. */
    deliveries: () =>
      app.database.kysely.selectFrom('webhook_delivery').selectAll().orderBy('position').execute(),
    /** Announces that a post was removed. @returns the post's id */
    async announcePost(id = newId()): Promise<string> {
      const call = startCall({ db: app.database.kysely, clock: app.clock, destinations: ['product'] })
      const data = { post_id: id, external_id: null }
      await announce(call, { event: 'post.removed', record: { type: 'post', id }, data })
      return id
    },
  }
}
