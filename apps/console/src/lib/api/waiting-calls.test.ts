import { describe, expect, it } from 'vitest'
import { waitingCalls } from './waiting-calls.ts'

/** Lets everything run that is not waiting for something else. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('waiting calls', () => {
  it('go on together and in their order (OQ-375)', async () => {
    const calls = waitingCalls()
    const order: number[] = []
    for (const number of [1, 2, 3]) void calls.wait(undefined).then(() => order.push(number))
    await settled()
    expect(order).toEqual([])
    calls.resume()
    await settled()
    expect(order).toEqual([1, 2, 3])
  })

  it('fail together when nobody signs in (OQ-375)', async () => {
    const calls = waitingCalls()
    const reason = new Error('ended')
    const waits = [calls.wait(undefined), calls.wait(undefined)]
    calls.fail(reason)
    expect(await Promise.allSettled(waits)).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ])
  })

  it('leave the queue when they are cancelled, before or while they wait (OQ-375)', async () => {
    const calls = waitingCalls()
    const cancel = new AbortController()
    const cancelled = calls.wait(cancel.signal)
    let isOtherDone = false
    const other = calls.wait(new AbortController().signal).then(() => {
      isOtherDone = true
    })
    cancel.abort()
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' })
    await expect(calls.wait(cancel.signal)).rejects.toMatchObject({ name: 'AbortError' })
    expect(isOtherDone).toBe(false)
    calls.resume()
    await other
  })

  it('can wait again while the others go on (OQ-375)', async () => {
    const calls = waitingCalls()
    let rounds = 0
    void (async () => {
      for (;;) {
        await calls.wait(undefined)
        rounds += 1
      }
    })()
    calls.resume()
    await settled()
    expect(rounds).toBe(1)
    calls.resume()
    await settled()
    expect(rounds).toBe(2)
  })
})
