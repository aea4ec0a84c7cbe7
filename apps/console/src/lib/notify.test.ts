import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ToastOptions } from './toaster.tsx'

const shown: { kind: string; message: string; durationMs: number; options: ToastOptions | undefined }[] = []
let session: typeof import('./session.ts')
let notify: typeof import('./notify.tsx').notify
const settled = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.doMock('./toaster.tsx', () => ({
    showToast: (_id: number, kind: string, message: string, durationMs: number, options?: ToastOptions) =>
      shown.push({ kind, message, durationMs, options }),
    dismissToast: () => {},
    dismissToasts: () => {},
  }))
  session = await import('./session.ts')
  ;({ notify } = await import('./notify.tsx'))
  shown.length = 0
})
afterEach(() => {
  vi.doUnmock('./toaster.tsx')
})

describe('a toast after the session has ended', () => {
  it('reports what became of a write, and offers nothing (OQ-591)', async () => {
    const undo = vi.fn()
    const remedy = { label: 'Retry', onClick: vi.fn() }
    const beside = notify.beside()
    let finish: (() => void) | undefined
    const work = new Promise<void>((resolve) => {
      finish = resolve
    })
    const messages = { pending: 'Saving...', success: 'Saved', error: 'Failed' }
    const progress = notify.progress(work, messages, { undo: () => undo, subject: 'one' })
    session.clearCredential()
    finish?.()
    await progress
    beside.show('success', '1 deleted', undo)
    notify.success('Deleted', undo)
    notify.error('Changed meanwhile', remedy)
    await settled()
    expect(shown.map(({ message }) => message)).toEqual([
      'Saving...',
      'Saved',
      '1 deleted',
      'Deleted',
      'Changed meanwhile',
    ])
    for (const { options, durationMs } of shown.slice(1)) {
      expect(options?.undo ?? options?.remedy).toBeUndefined()
      expect(durationMs).toBe(5000)
    }
  })

  it('offers Undo while the session goes on', async () => {
    const undo = vi.fn()
    notify.beside().show('success', '1 deleted', undo)
    await settled()
    expect(shown).toMatchObject([{ durationMs: 10_000, options: { undo } }])
  })
})
