import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lazyPart, loadPart } from './lazy-part.ts'
import { loadTimeoutMs } from './part-files.ts'

const Screen = () => null

describe('a lazily loaded script part', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('SHELL-44 is waited for through 119999 ms and given up at 120000 ms', async () => {
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

  it('SHELL-44 leaves no timer behind once it is there', async () => {
    await expect(loadPart('login', async () => Screen)).resolves.toBe(Screen)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('SHELL-45 that the network refuses fails with its name, the type error and its address', async () => {
    const url = 'http://127.0.0.1:3000/assets/login-page-abc.js'
    const refused = () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${url}`))
    await expect(loadPart('login', refused)).rejects.toThrow(`Loading chunk login failed.\n(error: ${url})`)
  })

  it('SHELL-45 whose style cannot be loaded fails the same way', async () => {
    const refused = () => Promise.reject(new Error('Unable to preload CSS for /assets/login-page-abc.css'))
    await expect(loadPart('login', refused)).rejects.toThrow(
      'Loading chunk login failed.\n(error: /assets/login-page-abc.css)',
    )
  })

  it('SHELL-45 that loads without what it should hold fails with the type missing', async () => {
    const empty = () => Promise.resolve(undefined as unknown as typeof Screen)
    await expect(loadPart('login', empty)).rejects.toThrow('Loading chunk login failed.\n(missing: login)')
  })

  it('is asked for again after a failure, and once after a success', async () => {
    const importer = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(Screen)
    const part = lazyPart('creators', importer)
    await expect(part.preload()).rejects.toThrow('Loading chunk creators failed.')
    await part.preload()
    await part.preload()
    expect(importer).toHaveBeenCalledTimes(2)
  })
})
