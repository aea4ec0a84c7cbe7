import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../lib/api/api-error.ts'
import { notify } from '../../../lib/notify.tsx'
import { editConflictMessages } from './edit-conflict-messages.ts'
import { NothingLeft, saveEdit } from './save-edit.ts'
import { saveEditInToast } from './save-edit-in-toast.ts'

interface Values {
  title: string
  city: string
}

const loaded = { values: { title: 'Raga', city: 'Pune' }, version: 1 }
const messages = { pending: 'Saving', success: 'Saved', error: 'Not saved' }

const said = {
  success: vi.spyOn(notify, 'success').mockImplementation(() => {}),
  progress: vi.spyOn(notify, 'progress'),
}
said.progress.mockImplementation(async (work, { success, error }) => {
  const write = (sentence: unknown, value: unknown) =>
    toasts.push(typeof sentence === 'function' ? sentence(value) : sentence)
  await work.then(
    (result) => write(success, result),
    (reason) => write(error, reason),
  )
  return work
})
let toasts: string[] = []

afterEach(() => {
  vi.clearAllMocks()
  toasts = []
})
afterAll(() => {
  vi.restoreAllMocks()
})

/** A server with a versioned record that refuses a save against another version. */
function server(stored: { values: Values; version: number }) {
  const sent: Partial<Values>[] = []
  return {
    sent,
    save: async (changes: Partial<Values>, version: number) => {
      sent.push(changes)
      if (version === stored.version) return { ...stored.values, ...changes }
      throw new ApiError(409, { code: 'STALE', message: 'Someone else saved this.', data: stored })
    },
    read: (record: unknown) => record as { values: Values; version: number },
  }
}

const never = async () => {
  throw new Error('Nothing is to be asked.')
}

describe('an edit', () => {
  it('sends only changed fields (OQ-109)', async () => {
    const { sent, ...edit } = server(loaded)
    const saved = await saveEdit({ ...edit, loaded, typed: { title: 'Tala', city: 'Pune' }, ask: never })
    expect(saved).toEqual({ title: 'Tala', city: 'Pune' })
    expect(sent).toEqual([{ title: 'Tala' }])
    expect(said.success).not.toHaveBeenCalled()
  })

  it('is merged with a change of another field, and a toast says so (OQ-109)', async () => {
    const { sent, ...edit } = server({ values: { title: 'Raga', city: 'Goa' }, version: 2 })
    const saved = await saveEdit({ ...edit, loaded, typed: { title: 'Tala', city: 'Pune' }, ask: never })
    expect(saved).toEqual({ title: 'Tala', city: 'Goa' })
    expect(sent).toEqual([{ title: 'Tala' }, { title: 'Tala' }])
    expect(said.success).toHaveBeenCalledExactlyOnceWith(editConflictMessages.merged)
  })

  it('sends nothing and says so if somebody else has made the same change (OQ-525)', async () => {
    const { sent, ...edit } = server({ values: { title: 'Tala', city: 'Goa' }, version: 2 })
    const same = saveEdit({ ...edit, loaded, typed: { title: 'Tala', city: 'Pune' }, ask: never })
    await expect(same).rejects.toBeInstanceOf(NothingLeft)
    await expect(same).rejects.toMatchObject({
      message: editConflictMessages.alreadyMade,
      stored: { version: 2 },
    })
    expect(sent).toHaveLength(1)
    expect(said.success).not.toHaveBeenCalled()
  })

  it('does not ask about a field that both changed to the same value (OQ-109)', async () => {
    const { sent, ...edit } = server({ values: { title: 'Tala', city: 'Pune' }, version: 2 })
    const typed = { title: 'Tala', city: 'Agra' }
    const saved = await saveEdit({ ...edit, loaded, typed, ask: never })
    expect(saved).toEqual(typed)
    expect(sent.at(-1)).toEqual({ city: 'Agra' })
  })

  it('sends nothing if the other change is chosen for every field (OQ-525)', async () => {
    const { sent, ...edit } = server({ values: { title: 'Alap', city: 'Pune' }, version: 2 })
    const typed = { title: 'Tala', city: 'Pune' }
    const theirs = saveEdit({ ...edit, loaded, typed, ask: async () => new Set<string>() })
    await expect(theirs).rejects.toMatchObject({ message: editConflictMessages.theirsKept })
    expect(sent).toHaveLength(1)
  })

  it('asks about a field that both changed, and saves the choice without another toast (OQ-109)', async () => {
    const { sent, ...edit } = server({ values: { title: 'Alap', city: 'Goa' }, version: 2 })
    const typed = { title: 'Tala', city: 'Agra' }
    const saved = await saveEdit({ ...edit, loaded, typed, ask: async () => new Set(['city']) })
    expect(saved).toEqual({ title: 'Alap', city: 'Agra' })
    expect(sent.at(-1)).toEqual({ city: 'Agra' })
    expect(said.success).not.toHaveBeenCalled()
  })

  it('saves nothing when the person goes back to the form (OQ-109)', async () => {
    const { sent, ...edit } = server({ values: { title: 'Alap', city: 'Pune' }, version: 2 })
    const typed = { title: 'Tala', city: 'Pune' }
    expect(await saveEdit({ ...edit, loaded, typed, ask: async () => null })).toBeNull()
    expect(sent).toHaveLength(1)
  })

  it('fails after five saves by others in between (OQ-109)', async () => {
    let version = 1
    const save = vi.fn(async () => {
      version += 1
      throw new ApiError(409, { code: 'STALE', message: 'Stale.', data: { ...loaded, version } })
    })
    const edit = { ...server(loaded), save, loaded, typed: { title: 'Tala', city: 'Pune' }, ask: never }
    await expect(saveEdit(edit)).rejects.toMatchObject({ code: 'STALE' })
    expect(save).toHaveBeenCalledTimes(5)
  })

  it('ends its toast while a choice is pending and starts a new one after it (OQ-109)', async () => {
    const { sent: _, ...edit } = server({ values: { title: 'Alap', city: 'Pune' }, version: 2 })
    const typed = { title: 'Tala', city: 'Pune' }
    const ask = async () => {
      await expect.poll(() => toasts).toEqual([editConflictMessages.sameFields])
      return new Set(['title'])
    }
    await saveEditInToast({ ...edit, loaded, typed, ask }, messages, 'raga')
    await expect.poll(() => toasts).toEqual([editConflictMessages.sameFields, 'Saved'])
    expect(said.progress.mock.calls.map(([, , options]) => options?.subject)).toEqual(['raga', 'raga'])
  })

  it('throws on a failure, and the toast contains the reason (OQ-109)', async () => {
    const failure = new ApiError(0)
    const edit = {
      ...server(loaded),
      save: () => Promise.reject(failure),
      loaded,
      typed: { title: 'Tala', city: 'Pune' },
      ask: never,
    }
    await expect(saveEditInToast(edit, messages, 'raga')).rejects.toBe(failure)
    await expect.poll(() => toasts).toEqual([`Not saved. ${failure.message}`])
    const error = (reason: unknown) => String(reason === failure)
    await expect(saveEditInToast(edit, { ...messages, error }, 'raga')).rejects.toBe(failure)
    await expect.poll(() => toasts).toEqual([`Not saved. ${failure.message}`, 'true'])
  })
})
