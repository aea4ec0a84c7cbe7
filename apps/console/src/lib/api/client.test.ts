import { pinPost } from '@greenroom/contract/community/post/post.endpoints'
import { type EndpointDeclaration, takesIdempotencyKey } from '@greenroom/contract/endpoint'
import { endpoints } from '@greenroom/contract/endpoints'
import { updateNews } from '@greenroom/contract/marketing/news/news.endpoints'
import { createCreator, listCreators } from '@greenroom/contract/sessions/creator/creator.endpoints'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

interface Sent {
  method: string
  headers: Record<string, string>
}

const writing = endpoints.map(({ endpoint }) => endpoint).filter(({ method }) => method !== 'GET')
const creator = { first_name: 'Asha', last_name: 'Rao', email: 'asha@example.com', phone: '+919845012763' }

let sent: Sent[]
const credential = 'grs_one'
let about: string
let respond: () => Response
let isStorageFull: boolean
/** Imported again for each case and for a reload, because a reload clears what a tab holds in memory. */
let client: typeof import('./client.ts')

const done = () => Response.json({ success: true, message: 'OK', data: {} })
const lost = () => {
  throw new TypeError('Failed to fetch')
}
const refused = (status: number, code: string) => () =>
  Response.json({ success: false, message: 'No.', code }, { status })

async function reload(): Promise<void> {
  vi.resetModules()
  client = await import('./client.ts')
}

beforeEach(async () => {
  const person = { subject: 'meera', name: 'Meera', email: 'meera@greenroom.example' }
  about = JSON.stringify({ ...person, endsAt: Date.now() + 86_400_000 })
  const stored = new Map([
    ['credential', credential],
    ['session', about],
  ])
  sent = []
  respond = done
  isStorageFull = false
  vi.stubGlobal('sessionStorage', storageOf(stored))
  vi.stubGlobal('localStorage', storageOf(new Map()))
  vi.stubGlobal('window', { location: { pathname: '/creators', search: '' } })
  vi.stubGlobal('fetch', async (_: string, { method, headers }: Sent) => {
    sent.push({ method, headers })
    return respond()
  })
  await reload()
})

afterEach(() => {
  vi.useRealTimers()
})

function storageOf(stored: Map<string, string>) {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isStorageFull) throw new DOMException('full', 'QuotaExceededError')
      stored.set(key, value)
    },
    removeItem: (key: string) => stored.delete(key),
  }
}

/**
 * Calls an endpoint with the minimum input.
 * @returns its idempotency key
 */
async function keyOf(endpoint: EndpointDeclaration, input: object = {}): Promise<string | undefined> {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'one'])
  const call = { params: Object.fromEntries(names), body: {}, ...input }
  await client.callEndpoint(endpoint, call as never).catch(() => undefined)
  return sent.at(-1)?.headers['idempotency-key']
}

describe('a write', () => {
  it.each(writing.filter(takesIdempotencyKey).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s reuses its key after a lost response and gets another one after a response (OQ-029)',
    async (_, endpoint) => {
      respond = lost
      const first = await keyOf(endpoint)
      expect(first).toMatch(/^[0-9a-f]{32}$/)
      respond = refused(503, 'UNAVAILABLE')
      expect(await keyOf(endpoint)).toBe(first)
      respond = done
      expect(await keyOf(endpoint)).toBe(first)
      expect(await keyOf(endpoint)).not.toBe(first)
      expect(sent).toHaveLength(4)
    },
  )

  it('sends no key only where the record state prevents a second call, or the response must not be stored (OQ-029, OQ-349)', async () => {
    const keyless = writing.filter((endpoint) => !takesIdempotencyKey(endpoint))
    expect(keyless.map(({ name }) => name).sort()).toEqual([
      'acceptDifference',
      'approveRefundRequest',
      // A sign-in works once.
      'beginSession',
      'beginSignIn',
      'checkOrder',
      'createInvoice',
      // A session ends once.
      'endSession',
      'exportPerson',
      'healDifference',
      // The ids of the records make a repeat harmless.
      'intakeAttendance',
      'intakeBookings',
      'intakeComments',
      'intakeLikes',
      'intakeMemberships',
      'intakeOrders',
      'intakePosts',
      'intakeRegistrations',
      'intakeReports',
      'intakeUsers',
      'intakeVotes',
      'publishEvent',
      'publishMasterclass',
      'refundDifference',
      'refundPart',
      'refundTransaction',
      // Only the last place of a tab counts.
      'setLivePlace',
    ])
    for (const endpoint of keyless) expect(await keyOf(endpoint)).toBeUndefined()
  })

  it('gets another key with other content or for another record (OQ-029)', async () => {
    respond = lost
    const first = await keyOf(createCreator, { body: creator })
    expect(await keyOf(createCreator, { body: { ...creator, last_name: 'Rao Patel' } })).not.toBe(first)
    const pin = await keyOf(pinPost, { params: { id: 'one' }, body: { is_pinned: true } })
    expect(await keyOf(pinPost, { params: { id: 'other' }, body: { is_pinned: true } })).not.toBe(pin)
    expect(await keyOf(pinPost, { params: { id: 'one' }, body: { is_pinned: false } })).not.toBe(pin)
    expect(await keyOf(createCreator, { body: creator })).toBe(first)
  })

  it('gets another key after a refusal, which has done nothing (OQ-029)', async () => {
    respond = refused(409, 'DUPLICATE')
    const first = await keyOf(createCreator, { body: creator })
    expect(await keyOf(createCreator, { body: creator })).not.toBe(first)
  })

  it('reuses its key after the session ended and the page was reloaded (OQ-029)', async () => {
    respond = lost
    const first = await keyOf(createCreator, { body: creator })
    respond = refused(401, 'UNAUTHENTICATED')
    await keyOf(createCreator, { body: creator })
    await reload()
    sessionStorage.setItem('credential', credential)
    sessionStorage.setItem('session', about)
    expect(await keyOf(createCreator, { body: creator })).toBe(first)
  })

  it('keeps its key and its version when it is sent again after a sign-in on the screen (OQ-029, OQ-109, OQ-375)', async () => {
    const { noteScreen, noteTouch } = await import('../screen-work.ts')
    const { readInterruption, storeCredential } = await import('../session.ts')
    noteScreen('/news')
    noteTouch()
    respond = refused(401, 'CREDENTIAL_EXPIRED')
    const edit = client.callEndpoint(updateNews, {
      params: { id: 'one' },
      body: { heading: 'New' },
      version: 3,
    })
    await vi.waitFor(() => expect(readInterruption()).not.toBeNull())
    respond = done
    storeCredential({ ...JSON.parse(about), value: 'grs_another' })
    await edit
    const [first, again] = sent.map(({ headers }) => headers)
    expect(again?.authorization).toBe('Bearer grs_another')
    expect(again?.authorization).not.toBe(first?.authorization)
    expect(again).toMatchObject({ 'if-match': '"3"', 'idempotency-key': first?.['idempotency-key'] })
  })

  it('retries under a new key when the server finds the content different (OQ-029)', async () => {
    respond = lost
    const first = await keyOf(createCreator, { body: creator })
    respond = () => {
      respond = done
      return refused(422, 'KEY_REUSED')()
    }
    expect(await keyOf(createCreator, { body: creator })).not.toBe(first)
    expect(sent).toHaveLength(3)
  })

  it('is sent and retried with its key when the storage is full (OQ-029)', async () => {
    isStorageFull = true
    respond = lost
    const first = await keyOf(createCreator, { body: creator })
    expect(first).toBeDefined()
    expect(await keyOf(createCreator, { body: creator })).toBe(first)
  })

  it('gets a new key for a toggle after another change or after two minutes (OQ-029)', async () => {
    vi.useFakeTimers()
    respond = lost
    const on = { params: { id: 'one' }, body: { is_pinned: true } }
    const first = await keyOf(pinPost, on)
    respond = done
    await keyOf(pinPost, { ...on, body: { is_pinned: false } })
    respond = lost
    const second = await keyOf(pinPost, on)
    expect(second).not.toBe(first)
    vi.advanceTimersByTime(119_000)
    expect(await keyOf(pinPost, on)).toBe(second)
    vi.advanceTimersByTime(121_000)
    expect(await keyOf(pinPost, on)).not.toBe(second)
  })

  it('keeps the key of a create or a versioned edit for an hour, whatever else is done (OQ-029)', async () => {
    vi.useFakeTimers()
    respond = lost
    const edit = { body: { heading: 'New' }, version: 3 }
    const creating = await keyOf(createCreator, { body: creator })
    const editing = await keyOf(updateNews, edit)
    respond = done
    await keyOf(pinPost, { body: { is_pinned: true } })
    respond = lost
    expect(await keyOf(updateNews, { ...edit, version: 4 })).not.toBe(editing)
    vi.advanceTimersByTime(3_599_000)
    expect(await keyOf(updateNews, edit)).toBe(editing)
    expect(await keyOf(createCreator, { body: creator })).toBe(creating)
    vi.advanceTimersByTime(3_601_000)
    expect(await keyOf(createCreator, { body: creator })).not.toBe(creating)
  })
})

describe('a call', () => {
  it('sends no key for a read (OQ-029)', async () => {
    for (const { endpoint } of endpoints.filter(({ endpoint }) => endpoint.method === 'GET')) {
      expect(await keyOf(endpoint, { body: undefined })).toBeUndefined()
    }
  })

  it('sends the version that an edit is based on (OQ-109)', async () => {
    await keyOf(updateNews, { body: {}, version: 7 })
    expect(sent[0]?.headers['if-match']).toBe('"7"')
  })

  it('leaves the session to the next other call if it is in the background (AUTH-06, AUTH-07, OQ-196)', async () => {
    respond = refused(401, 'UNAUTHENTICATED')
    await expect(client.callEndpoint(listCreators, { isBackground: true })).rejects.toThrow()
    expect(sessionStorage.getItem('credential')).toBe(credential)
    sessionStorage.removeItem('credential')
    sent = []
    await expect(client.callEndpoint(listCreators, { isBackground: true })).rejects.toThrow()
    expect([sent, sessionStorage.getItem('returnTo')]).toEqual([[], null])
    await expect(client.callEndpoint(listCreators, {})).rejects.toThrow()
    expect(sessionStorage.getItem('returnTo')).toBe('/creators')
  })

  it('fails with a message if the response is not JSON, whatever its status (API-02)', async () => {
    for (const status of [200, 502]) {
      respond = () => new Response('<h1>Proxy</h1>', { status })
      await expect(client.callEndpoint(createCreator, { body: creator })).rejects.toMatchObject({
        name: 'ApiError',
        status,
        code: 'UNKNOWN',
        message: 'The server sent an unreadable response.',
        serverMessage: undefined,
      })
    }
  })

  it('fails with the message of a gateway whose error has no code (API-02, OQ-017)', async () => {
    respond = () => Response.json({ message: 'upstream timed out' }, { status: 504 })
    await expect(client.callEndpoint(createCreator, { body: creator })).rejects.toMatchObject({
      name: 'ApiError',
      status: 504,
      message: 'upstream timed out',
      serverMessage: 'upstream timed out',
    })
  })
})

describe('the database position', () => {
  const position = () => sent.at(-1)?.headers['database-position']
  const wrote = (value: string) => () =>
    Response.json({ success: true, message: 'OK', data: {} }, { headers: { 'database-position': value } })

  it('is not sent before the first write (OQ-185)', async () => {
    await keyOf(createCreator)
    expect(position()).toBeUndefined()
  })

  it('is sent back as the highest of all writes, also of other tabs and after a reload (OQ-185)', async () => {
    respond = wrote('9000')
    await keyOf(createCreator)
    respond = wrote('12000')
    await keyOf(createCreator)
    expect(position()).toBe('9000')
    respond = wrote('11000')
    await keyOf(createCreator)
    await reload()
    await keyOf(listCreators, { body: undefined })
    expect(position()).toBe('12000')
    // As another tab does.
    const stored = JSON.parse(localStorage.getItem('database-position') ?? '')
    localStorage.setItem('database-position', JSON.stringify({ ...stored, position: 15_000 }))
    await keyOf(listCreators, { body: undefined })
    expect(position()).toBe('15000')
  })

  it.each([
    ['a lost response', lost],
    ['the failure of a proxy', refused(502, 'BAD_GATEWAY')],
    ['a server that did not find it', wrote('unknown')],
  ])('is unknown for a minute after %s to a write (OQ-185)', async (_, outcome) => {
    vi.useFakeTimers()
    respond = wrote('9000')
    await keyOf(createCreator)
    respond = outcome
    await keyOf(createCreator)
    respond = done
    await keyOf(listCreators, { body: undefined })
    expect(position()).toBe('unknown')
    vi.advanceTimersByTime(61_000)
    await keyOf(listCreators, { body: undefined })
    expect(position()).toBe('9000')
    vi.advanceTimersByTime(600_000)
    await keyOf(listCreators, { body: undefined })
    expect(position()).toBeUndefined()
  })

  it('stays known after a lost response to a read, and where the storage is full (OQ-185)', async () => {
    isStorageFull = true
    respond = wrote('9000')
    await keyOf(createCreator)
    respond = lost
    await keyOf(listCreators, { body: undefined })
    await keyOf(listCreators, { body: undefined })
    expect(position()).toBe('9000')
  })
})
