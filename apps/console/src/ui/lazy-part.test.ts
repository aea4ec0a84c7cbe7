import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lazyPart, loadPart, loadTimeoutMs } from './lazy-part.ts'

const Screen = () => null

describe('a lazily loaded script part', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('times out at 120000 ms and not before (SHELL-44)', async () => {
    expect(loadTimeoutMs).toBe(120_000)
    const settled = vi.fn()
    const loading = loadPart('masterclass-list', () => new Promise<typeof Screen>(() => {}))
    loading.catch(settled)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledOnce()
    await expect(loading).rejects.toThrow(
      'Loading chunk masterclass-list failed.\n(timeout: masterclass-list)',
    )
  })

  it('clears its timer once it is loaded (SHELL-44)', async () => {
    await expect(loadPart('login', async () => Screen)).resolves.toBe(Screen)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('fails with its name, the error type and the URL if the network refuses it (SHELL-45)', async () => {
    const url = 'http://127.0.0.1:3000/assets/login-page-abc.js'
    const refused = () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${url}`))
    await expect(loadPart('login', refused)).rejects.toThrow(`Loading chunk login failed.\n(error: ${url})`)
  })

  it('fails the same way if a style cannot be loaded (SHELL-45)', async () => {
    const refused = () => Promise.reject(new Error('Unable to preload CSS for /assets/login-page-abc.css'))
    await expect(loadPart('login', refused)).rejects.toThrow(
      'Loading chunk login failed.\n(error: /assets/login-page-abc.css)',
    )
  })

  it('fails with type missing if the module lacks the export (SHELL-45)', async () => {
    const empty = () => Promise.resolve(undefined as unknown as typeof Screen)
    await expect(loadPart('login', empty)).rejects.toThrow('Loading chunk login failed.\n(missing: login)')
  })

  it('is imported again after a failure but not after a success', async () => {
    const importer = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(Screen)
    const part = lazyPart('creators', importer)
    await expect(part.preload()).rejects.toThrow('Loading chunk creators failed.')
    await part.preload()
    await part.preload()
    expect(importer).toHaveBeenCalledTimes(2)
  })
})
