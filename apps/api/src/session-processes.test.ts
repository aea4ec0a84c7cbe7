import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from './app.ts'
import { chooseProviders } from './providers.ts'
import { readSettings } from './settings.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { openLiveStream } from './test-live.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ ADMIN_EMAIL_DOMAINS: 'greenroom.example,partner.example' })
})
afterAll(() => app.close())

/** Starts another process of the same installation, perhaps with other settings. */
async function startSecond(environment: Record<string, string>) {
  const settings = readSettings({
    ...{ NODE_ENV: 'test', DATA_DIR: app.dataDir, CONSOLE: 'off' },
    ...{ PUBLIC_URL: 'http://127.0.0.1:3999', PORT: '0' },
    ...environment,
  })
  const tools = { clock: app.clock, log: pino({ level: 'silent' }) }
  const providers = await chooseProviders(settings, tools)
  const { fastify } = await createApp({ settings, providers, database: app.database, ...tools })
  const url = await fastify.listen({ host: '127.0.0.1', port: 0 })
  const statusOf = async (token: string) => {
    const response = await fetch(`${url}/admin/session`, { headers: { authorization: `Bearer ${token}` } })
    const { code } = (await response.json()) as { code?: string }
    return [response.status, code]
  }
  return { url, statusOf, close: () => fastify.close() }
}

it('ends a session in another process at once while that has an open stream (OQ-687)', async () => {
  const second = await startSecond({ ADMIN_EMAIL_DOMAINS: 'greenroom.example' })
  try {
    const token = await app.tokenFor('tara.bose@greenroom.example')
    const stream = await openLiveStream({ url: second.url, tokenFor: async () => token })
    await stream.ready()
    expect(await second.statusOf(token)).toEqual([200, undefined])
    expect((await app.call('DELETE', '/admin/session', { token })).status).toBe(200)
    expect((await stream.next('bye')).data).toEqual({ reason: 'credential' })
    expect(await second.statusOf(token)).toEqual([401, 'CREDENTIAL_EXPIRED'])
    await stream.ended
  } finally {
    await second.close()
  }
})

/** How a session ends in one process; the clock is that of both. */
const endings: Record<string, (staffId: string, sessionId: string) => Promise<unknown>> = {
  'an owner ends it': (staffId, sessionId) =>
    app.call('DELETE', `/admin/staff/${staffId}/sessions/${sessionId}`),
  'its person is disabled': (staffId) =>
    app.call('PATCH', `/admin/staff/${staffId}`, { json: { is_disabled: true } }),
  'its address is invited again': (staffId) => app.call('POST', `/admin/staff/${staffId}/invite`),
  'its time is over': async () => app.clock.set(new Date(app.clock.now().getTime() + 12 * 3_600_000)),
}
it.each(Object.keys(endings))(
  'closes the open streams of a session in every process when %s, and takes no call of it (OQ-687, OQ-690, OQ-691)',
  async (when) => {
    const second = await startSecond({ ADMIN_EMAIL_DOMAINS: 'greenroom.example' })
    try {
      const token = await app.tokenFor(`${when.replaceAll(' ', '-')}@greenroom.example`)
      const one = async () => token
      const streams = [
        await openLiveStream({ url: app.url, tokenFor: one }),
        await openLiveStream({ url: second.url, tokenFor: one }),
      ]
      for (const stream of streams) await stream.ready()
      const { staff_id } = (await app.call('GET', '/admin/session', { token })).body.data
      const [session] = (await app.call('GET', '/admin/sessions', { token })).body.data
      await endings[when]?.(staff_id, session._id)
      for (const stream of streams) {
        expect((await stream.next('bye')).data).toEqual({ reason: 'credential' })
        await stream.ended
      }
      expect((await app.call('GET', '/admin/creators', { token })).status).toBe(401)
      expect((await second.statusOf(token))[0]).toBe(401)
      await expect(openLiveStream({ url: second.url, tokenFor: one })).rejects.toThrow('401')
    } finally {
      await second.close()
    }
  },
)

it('ends an idle session although its stream stays open in another process, by whose calls alone it goes on (OQ-689)', async () => {
  const idle = { ADMIN_EMAIL_DOMAINS: 'greenroom.example', SESSION_IDLE_MINUTES: '30' }
  const [first, second] = [await startSecond(idle), await startSecond(idle)]
  const start = app.clock.now()
  const after = (minutes: number) => app.clock.set(new Date(start.getTime() + minutes * 60_000))
  const email = 'kavya.iyer@greenroom.example'
  const lastCall = async () => {
    const row = app.database.kysely.selectFrom('session').select('last_call_at').where('email', '=', email)
    return (await row.executeTakeFirstOrThrow()).last_call_at
  }
  try {
    const token = await app.tokenFor(email)
    const stream = await openLiveStream({ url: second.url, tokenFor: async () => token })
    await stream.ready()
    // A call of another process, without a stream, keeps the session alive in both.
    after(25)
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${first.url}/admin/creators`, { headers })).status).toBe(200)
    await expect.poll(lastCall).toEqual(app.clock.now())
    // The clock jumps, so the other process must read the session before, as it does every few seconds.
    const colleague = { email: 'ishaan.rao@greenroom.example', role: 'viewer' }
    const owner = await app.tokenFor('meera.nair@greenroom.example')
    const invited = await app.call('POST', '/admin/staff', { token: owner, json: colleague })
    expect(invited.status).toBe(201)
    await stream.hears('staff', invited.body.data._id)
    after(50)
    expect(await second.statusOf(token)).toEqual([200, undefined])
    expect(stream.latest('bye')).toBeUndefined()
    // Thirty minutes after the call, and one for noting it late. The stream has been open all the time.
    after(56)
    expect((await stream.next('bye')).data).toEqual({ reason: 'credential' })
    await stream.ended
    expect(await lastCall()).toEqual(new Date(start.getTime() + 25 * 60_000))
    for (const { statusOf } of [first, second])
      await expect.poll(() => statusOf(token), { timeout: 10_000 }).toEqual([401, 'CREDENTIAL_EXPIRED'])
  } finally {
    await first.close()
    await second.close()
    app.clock.set(start)
  }
})

it('ends a session in another process within seconds when nobody listens there (OQ-687)', async () => {
  const second = await startSecond({ ADMIN_EMAIL_DOMAINS: 'greenroom.example' })
  try {
    const token = await app.tokenFor('arjun.mehta@greenroom.example')
    expect(await second.statusOf(token)).toEqual([200, undefined])
    expect((await app.call('DELETE', '/admin/session', { token })).status).toBe(200)
    await expect.poll(() => second.statusOf(token), { timeout: 5_000 }).toEqual([401, 'CREDENTIAL_EXPIRED'])
  } finally {
    await second.close()
  }
})

it('refuses a session of another provider, whose accounts may have the same ids (OQ-012)', async () => {
  const email = 'dev.patel@greenroom.example'
  const token = await app.tokenFor(email)
  const issuer = 'https://other.example'
  const { kysely } = app.database
  // As before the installation got another provider.
  await kysely.updateTable('session').set({ issuer }).where('email', '=', email).execute()
  await kysely.updateTable('staff').set({ issuer }).where('email', '=', email).execute()
  expect((await app.call('GET', '/admin/session', { token })).body.code).toBe('UNAUTHENTICATED')
})

it('refuses a session whose account the settings no longer admit after a restart (OQ-691)', async () => {
  const token = await app.tokenFor('kabir@partner.example')
  expect((await app.call('GET', '/admin/session', { token })).status).toBe(200)
  const narrow = await startSecond({ ADMIN_EMAIL_DOMAINS: 'greenroom.example' })
  expect(await narrow.statusOf(token)).toEqual([401, 'ACCOUNT_NOT_ACCEPTED'])
  await narrow.close()
})
