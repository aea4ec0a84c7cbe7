import { createCreator } from '@greenroom/contract/creator/creator.endpoints'
import { type EndpointDeclaration, takesIdempotencyKey } from '@greenroom/contract/endpoint'
import { endpoints } from '@greenroom/contract/endpoints'
import { updateNews } from '@greenroom/contract/news/news.endpoints'
import { pinPost } from '@greenroom/contract/post/post.endpoints'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

interface Sent {
  method: string
  headers: Record<string, string>
}

const writing = endpoints.map(({ endpoint }) => endpoint).filter(({ method }) => method !== 'GET')
const creator = { first_name: 'Asha', last_name: 'Rao', email: 'asha@example.com', phone: '+919845012763' }

let sent: Sent[]
let credential: string
let answer: () => Response
let isStorageFull: boolean
/** Taken anew for each case and by a reload: what a tab remembers in memory goes with its page. */
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
  const claims = Buffer.from(JSON.stringify({ exp: Date.now() / 1000 + 86_400 })).toString('base64url')
  credential = `a.${claims}.b`
  const stored = new Map([['credential', credential]])
  sent = []
  answer = done
  isStorageFull = false
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isStorageFull) throw new DOMException('full', 'QuotaExceededError')
      stored.set(key, value)
    },
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('window', { location: { pathname: '/creators', search: '' } })
  vi.stubGlobal('fetch', async (_: string, { method, headers }: Sent) => {
    sent.push({ method, headers })
    return answer()
  })
  await reload()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Calls an endpoint with the least that it takes; gives the key that it went under. */
async function keyOf(endpoint: EndpointDeclaration, input: object = {}): Promise<string | undefined> {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'one'])
  const call = { params: Object.fromEntries(names), body: {}, ...input }
  await client.callEndpoint(endpoint, call as never).catch(() => undefined)
  return sent.at(-1)?.headers['idempotency-key']
}

describe('OQ-029 a writing call', () => {
  it.each(writing.filter(takesIdempotencyKey).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s goes under a key, the same one after a lost answer, and another one after an answer',
    async (_, endpoint) => {
      answer = lost
      const first = await keyOf(endpoint)
      expect(first).toMatch(/^[0-9a-f]{32}$/)
      answer = refused(503, 'UNAVAILABLE')
      expect(await keyOf(endpoint)).toBe(first)
      answer = done
      expect(await keyOf(endpoint)).toBe(first)
      expect(await keyOf(endpoint)).not.toBe(first)
      expect(sent).toHaveLength(4)
    },
  )

  it('goes without one only where a provider is called, which the state of the record makes happen once', async () => {
    const keyless = writing.filter((endpoint) => !takesIdempotencyKey(endpoint))
    expect(keyless.map(({ name }) => name).sort()).toEqual([
      'createInvoice',
      'publishEvent',
      'publishMasterclass',
      'refundTransaction',
    ])
    for (const endpoint of keyless) expect(await keyOf(endpoint)).toBeUndefined()
  })

  it('with other content, or of another record, goes under another key', async () => {
    answer = lost
    const first = await keyOf(createCreator, { body: creator })
    expect(await keyOf(createCreator, { body: { ...creator, last_name: 'Rao Patel' } })).not.toBe(first)
    const pin = await keyOf(pinPost, { params: { id: 'one' }, body: { is_pinned: true } })
    expect(await keyOf(pinPost, { params: { id: 'other' }, body: { is_pinned: true } })).not.toBe(pin)
    expect(await keyOf(pinPost, { params: { id: 'one' }, body: { is_pinned: false } })).not.toBe(pin)
    expect(await keyOf(createCreator, { body: creator })).toBe(first)
  })

  it('that was refused has done nothing, so the next one goes under another key', async () => {
    answer = refused(409, 'DUPLICATE')
    const first = await keyOf(createCreator, { body: creator })
    expect(await keyOf(createCreator, { body: creator })).not.toBe(first)
  })

  it('goes under the same key after the session has ended and the page was loaded anew in between', async () => {
    answer = lost
    const first = await keyOf(createCreator, { body: creator })
    answer = refused(401, 'UNAUTHENTICATED')
    await keyOf(createCreator, { body: creator })
    await reload()
    sessionStorage.setItem('credential', credential)
    expect(await keyOf(createCreator, { body: creator })).toBe(first)
  })

  it('that only looked the same to the console is sent again under a key of its own', async () => {
    answer = lost
    const first = await keyOf(createCreator, { body: creator })
    answer = () => {
      answer = done
      return refused(422, 'KEY_REUSED')()
    }
    expect(await keyOf(createCreator, { body: creator })).not.toBe(first)
    expect(sent).toHaveLength(3)
  })

  it('goes out, and again under its key, when the storage of the tab is full', async () => {
    isStorageFull = true
    answer = lost
    const first = await keyOf(createCreator, { body: creator })
    expect(first).toBeDefined()
    expect(await keyOf(createCreator, { body: creator })).toBe(first)
  })

  it('that switches is a new wish once another change was answered, or two minutes later', async () => {
    vi.useFakeTimers()
    answer = lost
    const on = { params: { id: 'one' }, body: { is_pinned: true } }
    const first = await keyOf(pinPost, on)
    answer = done
    await keyOf(pinPost, { ...on, body: { is_pinned: false } })
    answer = lost
    const second = await keyOf(pinPost, on)
    expect(second).not.toBe(first)
    vi.advanceTimersByTime(119_000)
    expect(await keyOf(pinPost, on)).toBe(second)
    vi.advanceTimersByTime(121_000)
    expect(await keyOf(pinPost, on)).not.toBe(second)
  })

  it('that creates or edits a version stays the same act whatever else is done, for an hour', async () => {
    vi.useFakeTimers()
    answer = lost
    const edit = { body: { heading: 'New' }, version: 3 }
    const creating = await keyOf(createCreator, { body: creator })
    const editing = await keyOf(updateNews, edit)
    answer = done
    await keyOf(pinPost, { body: { is_pinned: true } })
    answer = lost
    expect(await keyOf(updateNews, { ...edit, version: 4 })).not.toBe(editing)
    vi.advanceTimersByTime(3_599_000)
    expect(await keyOf(updateNews, edit)).toBe(editing)
    expect(await keyOf(createCreator, { body: creator })).toBe(creating)
    vi.advanceTimersByTime(3_601_000)
    expect(await keyOf(createCreator, { body: creator })).not.toBe(creating)
  })
})

describe('a call', () => {
  it('that only reads goes under no key', async () => {
    for (const { endpoint } of endpoints.filter(({ endpoint }) => endpoint.method === 'GET')) {
      expect(await keyOf(endpoint, { body: undefined })).toBeUndefined()
    }
  })

  it('OQ-109 names the version that an edit is based on', async () => {
    await keyOf(updateNews, { body: {}, version: 7 })
    expect(sent[0]?.headers['if-match']).toBe('"7"')
  })

  it('API-02 whose answer is no JSON has failed with words, whatever its status', async () => {
    for (const status of [200, 502]) {
      answer = () => new Response('<h1>Proxy</h1>', { status })
      await expect(client.callEndpoint(createCreator, { body: creator })).rejects.toMatchObject({
        name: 'ApiError',
        status,
        code: 'UNKNOWN',
        message: 'The server gave an answer that cannot be read.',
        serverMessage: undefined,
      })
    }
  })

  it('API-02 OQ-017 fails with the message of a gateway whose error has no code', async () => {
    answer = () => Response.json({ message: 'upstream timed out' }, { status: 504 })
    await expect(client.callEndpoint(createCreator, { body: creator })).rejects.toMatchObject({
      name: 'ApiError',
      status: 504,
      message: 'upstream timed out',
      serverMessage: 'upstream timed out',
    })
  })
})
