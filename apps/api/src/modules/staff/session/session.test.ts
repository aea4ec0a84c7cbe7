import { sessionMessages } from '@greenroom/contract/staff/session/session.schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashIdToken, sweepSessions } from '../../../platform/access/session-directory.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeKey } from '../../../test-intake.ts'
import { openLiveStream } from '../../../test-live.ts'

const meera = 'meera.nair@greenroom.example'
const arjun = 'arjun.mehta@greenroom.example'
const tara = 'tara.bose@greenroom.example'

/** A picture of one pixel. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => later(1))

/** Moves the clock on, in seconds. */
function later(seconds: number, on = app): void {
  on.clock.set(new Date(on.clock.now().getTime() + seconds * 1000))
}

/** Begins a session and returns its credential. */
async function begin(email: string, on = app): Promise<string> {
  const { status, body } = await on.signIn(await on.idTokenFor(email))
  expect([status, body.message]).toEqual([201, 'OK'])
  return body.data.credential
}

const get = (token: string, path = '/admin/session', on = app) => on.call('GET', path, { token })
const statusOf = async (token: string, path?: string, on = app) => (await get(token, path, on)).status
const idOf = async (token: string) => {
  const { body } = await get(token, '/admin/sessions')
  return body.data.find((one: { is_this_one: boolean }) => one.is_this_one)._id as string
}
const staffIdOf = async (token: string) => (await get(token)).body.data.staff_id as string
const rows = (on = app) => on.database.kysely.selectFrom('session').selectAll().execute()

describe('beginning a session', () => {
  it('exchanges an ID token for an opaque credential and returns the session (OQ-012, AUTH-03)', async () => {
    const answer = await app.call('POST', '/admin/session', {
      token: null,
      json: { id_token: await app.idTokenFor(meera) },
      headers: { 'user-agent': 'Browser\u00e9 1.0' },
    })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { credential, subject, ends_at, return_to, ...session } = answer.body.data
    expect(return_to).toBeNull()
    expect(credential).toMatch(/^grs_[\w-]{43}$/)
    expect(subject).toMatch(/^[0-9a-f]{32}$/)
    expect(new Date(ends_at).getTime() - app.clock.now().getTime()).toBe(12 * 3_600_000)
    expect((await get(credential)).body.data).toEqual(session)
    const [row] = (await rows()).slice(-1)
    expect(row).toMatchObject({ email: meera, subject, browser: 'Browser 1.0', address: '127.0.0.1' })
  })

  it('stores nothing that opens a session (OQ-012)', async () => {
    const credential = await begin(meera)
    const stored = await rows()
    expect(JSON.stringify(stored)).not.toContain(credential)
    for (const value of stored.flatMap((row) => [row.sha256, row.token_sha256, row.id])) {
      for (const token of [value, `grs_${value}`, `grs_${value.slice(0, 43)}`])
        expect(await statusOf(token)).toBe(401)
    }
    expect(await statusOf(credential)).toBe(200)
  })

  it('takes each ID token once, however its signature is written and however often at once (OQ-686)', async () => {
    const token = await app.idTokenFor(meera)
    // The last character of a signature of 256 bytes has four bits that mean nothing.
    const last = token.at(-1) ?? ''
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const other = token.slice(0, -1) + alphabet[alphabet.indexOf(last) ^ 1]
    expect(hashIdToken(other)).toBe(hashIdToken(token))
    const answers = await Promise.all([token, token, other, token].map(app.signIn))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401])
    const refused = await app.signIn(token)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      401,
      'UNAUTHENTICATED',
      sessionMessages.used,
    ])
    // The session that it began goes on.
    const credential = answers.find(({ status }) => status === 201)?.body.data.credential
    expect(await statusOf(credential)).toBe(200)
  })

  it('begins a session of its own for each sign-in of a person, also at once (OQ-686)', async () => {
    const [one, other] = await Promise.all([begin(tara), begin(tara)])
    expect(one).not.toBe(other)
    expect([await statusOf(one), await statusOf(other)]).toEqual([200, 200])
    expect((await get(one, '/admin/sessions')).body.data).toHaveLength(2)
  })

  it('refuses an ID token as a credential, as a browser sends it that signed in before an upgrade (OQ-688)', async () => {
    const token = await app.idTokenFor(meera)
    const answer = await get(token)
    expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHENTICATED'])
    // It is not used up by that.
    expect((await app.signIn(token)).status).toBe(201)
  })

  it('takes no credential from the client, so that nobody can fix a session from outside (OQ-012)', async () => {
    const fixed = `grs_${'A'.repeat(43)}`
    const { body } = await app.call('POST', '/admin/session', {
      token: fixed,
      json: { id_token: await app.idTokenFor(meera), credential: fixed },
      headers: { cookie: `credential=${fixed}` },
    })
    expect(body.data.credential).not.toBe(fixed)
    expect(await statusOf(fixed)).toBe(401)
  })

  it.each([
    [{}, 400],
    [{ id_token: '' }, 400],
    [{ id_token: 7 }, 400],
    [{ id_token: 'x'.repeat(8_193) }, 400],
    [{ id_token: 'x'.repeat(8_192) }, 401],
  ])('refuses %.40j with %i (OQ-686)', async (json, status) => {
    const answer = await app.call('POST', '/admin/session', { token: null, json })
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.body.errors[0].path).toBe('id_token')
  })
})

describe('a session', () => {
  it('lasts SESSION_HOURS from the sign-in, however much is called meanwhile (OQ-687)', async () => {
    const own = await createTestApp({ SESSION_HOURS: '3' })
    const token = await begin(meera, own)
    for (let hour = 0; hour < 2; hour++) {
      later(3_600, own)
      expect(await statusOf(token, '/admin/creators', own)).toBe(200)
    }
    later(3_599, own)
    expect(await statusOf(token, '/admin/creators', own)).toBe(200)
    later(1, own)
    const ended = await get(token, '/admin/creators', own)
    expect([ended.status, ended.body.code]).toEqual([401, 'CREDENTIAL_EXPIRED'])
    await own.close()
  })

  it('carries a working day of reads, writes, reports and uploads, and sends a refused write once after it (OQ-687)', async () => {
    const own = await createTestApp({ SESSION_IDLE_MINUTES: '90' })
    own.clock.set(new Date('2026-11-23T03:30:00Z'))
    const token = await begin(meera, own)
    const stream = await openLiveStream({ url: own.url, tokenFor: async () => token })
    const write = (hour: number, as = token) =>
      own.call('POST', '/admin/staff', {
        token: as,
        json: { email: `hour-${hour}@greenroom.example`, role: 'viewer' },
        headers: { 'idempotency-key': `hour-${hour}` },
      })
    const statuses = async (hour: number) => {
      const form = { file: new Blob([onePixel], { type: 'image/png' }) }
      const answers = await Promise.all([
        get(token, '/admin/creators', own),
        get(token, '/admin/numbers/sales?currency_code=INR&from=2026-11-01&to=2026-11-20', own),
        own.call('POST', '/admin/upload', { token, form }),
        write(hour),
      ])
      return answers.map(({ status }) => status)
    }
    // From nine to 20:59 in India.
    for (let hour = 0; hour < 12; hour++) {
      expect([hour, await statuses(hour)]).toEqual([hour, [200, 200, 201, 201]])
      later(hour === 11 ? 3_599 : 3_600, own)
    }
    expect((await get(token, '/admin/creators', own)).status).toBe(200)
    expect(stream.latest('bye')).toBeUndefined()
    later(1, own)
    expect(await statuses(12)).toEqual([401, 401, 401, 401])
    expect((await stream.next('bye')).data).toEqual({ reason: 'credential' })
    await stream.ended
    // As the console does after the sign-in in place: the same write with its key, and again when the answer is lost.
    const again = await begin(meera, own)
    expect([(await write(12, again)).status, (await write(12, again)).status]).toEqual([201, 201])
    const { staff } = (await get(again, '/admin/staff?q=hour-12', own)).body.data
    expect(staff).toHaveLength(1)
    await own.close()
  }, 60_000)

  it('refuses what a console of before sessions sends with its ID token, and takes it once after a sign-in (OQ-688, OQ-702)', async () => {
    const old = await app.idTokenFor(meera)
    const write = (token: string) =>
      app.call('POST', '/admin/staff', {
        token,
        json: { email: 'of-an-old-console@greenroom.example', role: 'viewer' },
        headers: { 'idempotency-key': 'of-an-old-console' },
      })
    const listed = async (token: string) =>
      (await get(token, '/admin/staff?q=of-an-old-console')).body.data.staff
    for (const answer of [await write(old), await get(old, '/admin/waiting'), await get(old, '/admin/live')])
      expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHENTICATED'])
    // What it reads to sign in again has the members that it knows.
    const { body } = await app.call('GET', '/idp/options', { token: null })
    expect(body).toMatchObject({ kind: 'sandbox', issuer: expect.any(String), client_id: expect.any(String) })
    later(1)
    const token = await begin(meera)
    expect(await listed(token)).toEqual([])
    expect([(await write(token)).status, (await write(token)).status]).toEqual([201, 201])
    expect(await listed(token)).toHaveLength(1)
  })

  it('ends after SESSION_IDLE_MINUTES without a call, and what the console does by itself is none (OQ-689)', async () => {
    const own = await createTestApp({ SESSION_IDLE_MINUTES: '30' })
    const token = await begin(meera, own)
    const stream = await openLiveStream({ url: own.url, tokenFor: async () => token })
    for (let n = 0; n < 3; n++) {
      later(25 * 60, own)
      expect(await statusOf(token, '/admin/creators', own)).toBe(200)
    }
    // The last call is written apart from the call, and at most once a minute.
    await expect
      .poll(async () => (await rows(own)).find(({ email }) => email === meera)?.last_call_at)
      .toEqual(own.clock.now())
    for (let n = 0; n < 6; n++) {
      later(5 * 60, own)
      expect(await statusOf(token, '/admin/session', own)).toBe(200)
      expect(await statusOf(token, '/admin/waiting', own)).toBe(200)
    }
    later(60, own)
    const ended = await get(token, '/admin/session', own)
    expect([ended.status, ended.body.code]).toEqual([401, 'CREDENTIAL_EXPIRED'])
    // An open stream alone keeps nothing alive, and ends with the session.
    expect((await stream.next('bye')).data).toEqual({ reason: 'credential' })
    await stream.ended
    expect((await get(await begin(meera, own), '/admin/sessions', own)).body.data).toHaveLength(1)
    await own.close()
  })

  it('belongs to its account at its provider, and to no other that has the same id or row (OQ-012)', async () => {
    const token = await begin(tara)
    const { kysely } = app.database
    const set = (values: object) =>
      kysely.updateTable('session').set(values).where('email', '=', tara).execute()
    const [row] = (await rows()).filter(({ email }) => email === tara).slice(-1)
    // Nobody announces these changes, so each is noticed once the session is read again.
    const becomes = (status: number) => expect.poll(() => statusOf(token), { timeout: 20_000 }).toBe(status)
    await set({ issuer: 'https://other.example' })
    await becomes(401)
    await set({ issuer: row?.issuer })
    await becomes(200)
    await set({ subject: 'somebody else' })
    await becomes(401)
    await set({ subject: row?.subject })
  }, 60_000)
})

describe('ending a session', () => {
  it('signs out on the server, with its open stream, and leaves the other sessions (OQ-008)', async () => {
    const [token, other] = [await begin(arjun), await begin(arjun)]
    const stream = await openLiveStream({ url: app.url, tokenFor: async () => token })
    await stream.ready()
    const id = await idOf(token)
    expect((await app.call('DELETE', '/admin/session', { token })).status).toBe(200)
    const after = await get(token)
    expect([after.status, after.body.code]).toEqual([401, 'CREDENTIAL_EXPIRED'])
    expect((await stream.next('bye')).data).toEqual({ reason: 'credential' })
    await stream.ended
    expect(await statusOf(other)).toBe(200)
    const entry = await app.database.kysely
      .selectFrom('audit_entry')
      .select(['action', 'actor_email', 'session_id'])
      .where('entity_id', '=', id)
      .where('action', '=', 'session.sign-out')
      .execute()
    expect(entry).toEqual([{ action: 'session.sign-out', actor_email: arjun, session_id: id }])
  })

  it('lists one’s own, and ends one or all others (OQ-690)', async () => {
    const email = 'farida.khan@greenroom.example'
    const [one, two, three] = [await begin(email), await begin(email), await begin(email)]
    const { body } = await get(one, '/admin/sessions')
    expect(body.data).toHaveLength(3)
    expect(body.data.filter((session: { is_this_one: boolean }) => session.is_this_one)).toHaveLength(1)
    expect(body.data[0]).toMatchObject({ browser: 'node', address: '127.0.0.1' })
    const second = await idOf(two)
    expect((await app.call('DELETE', `/admin/sessions/${second}`, { token: one })).status).toBe(200)
    expect([await statusOf(two), await statusOf(three)]).toEqual([401, 200])
    // Ending it again is no failure.
    expect((await app.call('DELETE', `/admin/sessions/${second}`, { token: one })).status).toBe(200)
    const others = await app.call('DELETE', '/admin/sessions', { token: one })
    expect([others.status, others.body.data]).toEqual([200, { ended: 1 }])
    expect([await statusOf(one), await statusOf(three)]).toEqual([200, 401])
  })

  it('of a colleague is for owners alone (OQ-690)', async () => {
    const [owner, person, viewer] = [await begin(meera), await begin(arjun), await begin(tara)]
    const [staffId, id] = [await staffIdOf(person), await idOf(person)]
    const path = `/admin/staff/${staffId}/sessions`
    for (const [method, at] of [
      ['GET', path],
      ['DELETE', path],
      ['DELETE', `${path}/${id}`],
    ] as const)
      expect((await app.call(method, at, { token: viewer })).status).toBe(403)
    // One's own path ends no session of somebody else.
    expect((await app.call('DELETE', `/admin/sessions/${id}`, { token: viewer })).status).toBe(404)
    expect(await statusOf(person)).toBe(200)

    const listed = (await get(owner, path)).body.data
    expect(listed.map(({ _id }: { _id: string }) => _id)).toContain(id)
    expect((await app.call('DELETE', `${path}/${id}`, { token: owner })).status).toBe(200)
    expect(await statusOf(person)).toBe(401)
    const again = await begin(arjun)
    expect((await app.call('DELETE', path, { token: owner })).body.data.ended).toBeGreaterThan(0)
    const ended = await get(again)
    expect([ended.status, ended.body.message]).toEqual([401, sessionMessages.ended])
  })

  it('is refused to API keys, which have none (OQ-690)', async () => {
    const token = await makeKey(app, ['intake.write'])
    for (const [method, path] of [
      ['GET', '/admin/sessions'],
      ['DELETE', '/admin/sessions'],
      ['DELETE', '/admin/session'],
    ] as const) {
      const answer = await app.call(method, path, { token })
      expect([answer.status, answer.body.message]).toEqual([403, sessionMessages.keyRefused])
    }
  })

  it('happens to all sessions of a disabled person, with an open stream, also after enabling (OQ-691)', async () => {
    const email = 'leela.thomas@greenroom.example'
    const token = await begin(email)
    const stream = await openLiveStream({ url: app.url, tokenFor: async () => token })
    await stream.ready()
    const id = await staffIdOf(token)
    const set = (is_disabled: boolean) => app.call('PATCH', `/admin/staff/${id}`, { json: { is_disabled } })
    expect((await set(true)).status).toBe(200)
    expect((await get(token)).body.code).toBe('ACCOUNT_NOT_ACCEPTED')
    expect((await stream.next('bye')).data).toEqual({ reason: 'credential' })
    await stream.ended
    expect((await set(false)).status).toBe(200)
    expect((await get(token)).body.code).toBe('CREDENTIAL_EXPIRED')
  })

  it('happens to all sessions of an address that is invited again (OQ-691)', async () => {
    const token = await begin('imran.sheikh@greenroom.example')
    const id = await staffIdOf(token)
    expect((await app.call('POST', `/admin/staff/${id}/invite`)).status).toBe(200)
    expect(await statusOf(token)).toBe(401)
  })
})

describe('work that is under way when its session ends', () => {
  /** Sends the head and the first half of an upload; `finish` sends the rest. */
  function beginUpload(token: string, rest: Promise<unknown>) {
    const bytes = new Uint8Array(200_000)
    bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    const boundary = 'part-of-the-upload'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        const text = new TextEncoder()
        controller.enqueue(text.encode(head))
        controller.enqueue(bytes.slice(0, 100_000))
        await rest
        controller.enqueue(bytes.slice(100_000))
        controller.enqueue(text.encode(`\r\n--${boundary}--\r\n`))
        controller.close()
      },
    })
    return fetch(`${app.url}/admin/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body,
      duplex: 'half',
    } as RequestInit)
  }

  it('finishes an upload that was admitted before, and takes no next one (OQ-355, OQ-690)', async () => {
    const token = await begin(meera)
    let finish = () => {}
    const upload = beginUpload(
      token,
      new Promise<void>((resolve) => {
        finish = resolve
      }),
    )
    await expect.poll(() => app.spooledFiles()).toHaveLength(1)
    expect((await app.call('DELETE', '/admin/session', { token })).status).toBe(200)
    finish()
    const admitted = await upload
    // Whatever the picture is worth, its call was answered as that of a person who may call.
    expect(admitted.status).not.toBe(401)
    const refused = await beginUpload(token, Promise.resolve())
    expect(refused.status).toBe(401)
    await expect.poll(() => app.spooledFiles()).toEqual([])
  })

  it('leaves an API key of its person as it is (OQ-361, OQ-690)', async () => {
    const token = await begin(meera)
    const made = await app.call('POST', '/admin/api-keys', {
      token,
      json: { name: 'Of an ended session', permissions: ['content.read'] },
    })
    expect(made.status).toBe(201)
    expect((await app.call('DELETE', '/admin/session', { token })).status).toBe(200)
    expect(await statusOf(made.body.data.secret, '/admin/creators')).toBe(200)
  })
})

it('deletes sessions 90 days after their end, and no open one (OQ-692)', async () => {
  const { kysely } = app.database
  const open = await begin(meera)
  const mail = async () => (await rows()).map(({ email }) => email)
  const past = new Date(app.clock.now().getTime() - 91 * 86_400_000)
  const values = { started_at: past, last_call_at: past }
  await begin(tara)
  await kysely
    .updateTable('session')
    .set({ ...values, ends_at: past, ended_at: null, ended_because: null })
    .where('email', '=', tara)
    .execute()
  await begin(arjun)
  await kysely
    .updateTable('session')
    .set({ ...values, ended_at: past, ended_because: 'sign-out' })
    .where('email', '=', arjun)
    .execute()
  await sweepSessions(kysely, app.clock.now())
  expect(await mail()).not.toContain(tara)
  expect(await mail()).not.toContain(arjun)
  expect(await statusOf(open)).toBe(200)
})
