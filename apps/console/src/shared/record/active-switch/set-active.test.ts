import { getNews, listNews } from '@greenroom/contract/marketing/news/news.endpoints'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../lib/api/api-error.ts'
import { pagesKey } from '../../../lib/api/paged-rows.ts'
import { notify } from '../../../lib/notify.tsx'
import { type ActiveState, setActive } from './set-active.ts'

const listed = { _id: 'news-1', is_active: true, version: 3, heading: 'Rates hold' }
const messages = { pending: 'Saving', success: 'Saved', error: 'Not saved' }

/** A server with one versioned record, and a list of it in the cache. */
function setUp(stored: ActiveState = { ...listed }) {
  const client = new QueryClient()
  const key = [...pagesKey(listNews), null, null]
  client.setQueryData(key, { pages: [{ rows: [listed], loadedAt: 0 }], pageParams: [0] })
  const versions: number[] = []
  const spec = {
    list: listNews,
    one: getNews,
    messages,
    save: async (_id: string, is_active: boolean, version: number): Promise<ActiveState> => {
      versions.push(version)
      if (version !== stored.version) {
        throw new ApiError(409, { code: 'STALE', message: 'Changed', data: stored })
      }
      Object.assign(stored, { is_active, version: stored.version + 1 })
      return { ...stored }
    },
  }
  const row = () => client.getQueryData<{ pages: { rows: (typeof listed)[] }[] }>(key)?.pages[0]?.rows[0]
  return { client, spec, stored, versions, row }
}

beforeEach(() => {
  vi.spyOn(notify, 'progress').mockImplementation((work) => work)
  vi.spyOn(notify, 'success').mockImplementation(() => {})
})
afterEach(() => void vi.restoreAllMocks())

describe('a switch on a card', () => {
  it('shows the new state at once and sends it against the version of the card (OQ-200)', async () => {
    const { client, spec, versions, row } = setUp()
    const done = setActive(client, spec, listed, false)
    expect(row()).toEqual({ ...listed, is_active: false })
    await done
    expect(versions).toEqual([3])
    expect(row()).toEqual({ ...listed, is_active: false, version: 4 })
  })

  it('shows the stored state again when the call fails', async () => {
    const { client, spec, row } = setUp()
    const save = () => Promise.reject(new Error('No response'))
    await setActive(client, { ...spec, save }, listed, false)
    expect(row()).toEqual(listed)
  })

  it('keeps what someone else has changed, and says so (OQ-109)', async () => {
    const { client, spec, versions, stored } = setUp({ ...listed, version: 7 })
    await setActive(client, spec, listed, false)
    expect(versions).toEqual([3, 7])
    expect(stored).toMatchObject({ is_active: false, version: 8 })
    expect(notify.success).toHaveBeenCalledWith('Someone else changed other fields. Both changes are saved.')
  })

  it('sends two quick clicks one after the other, so that the last one wins', async () => {
    const { client, spec, versions, stored, row } = setUp()
    await Promise.all([setActive(client, spec, listed, false), setActive(client, spec, listed, true)])
    expect(versions).toEqual([3, 4])
    expect(stored.is_active).toBe(true)
    expect(row()).toEqual({ ...listed, version: 5 })
  })
})
