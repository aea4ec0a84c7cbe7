import { QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { queryClient } from './query-client.ts'

/** A read whose responses arrive when the test says so. */
function heldRead(name: string) {
  const answers: ((text: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  return { queryKey: [name, null], queryFn, answers }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

afterEach(() => queryClient.clear())

describe('a read that goes on while a write ends', () => {
  it('leaves a prefetch outdated, so that the list that opens then reads again', async () => {
    const read = heldRead('list')
    const prefetch = queryClient.prefetchQuery(read)
    await queryClient.invalidateQueries({ queryKey: ['list'] })
    read.answers[0]?.('before the write')
    await prefetch
    expect(read.answers).toHaveLength(1)

    const shown = new QueryObserver(queryClient, read)
    const stop = shown.subscribe(() => undefined)
    expect(read.answers).toHaveLength(2)
    read.answers[1]?.('after it')
    await settled()
    expect(shown.getCurrentResult()).toMatchObject({ data: 'after it', isStale: false })
    stop()
  })

  it('reads a list again that is shown with its first response, once after several writes', async () => {
    const read = heldRead('list')
    const shown = new QueryObserver(queryClient, read)
    const stop = shown.subscribe(() => undefined)
    void queryClient.invalidateQueries({ queryKey: ['list'] })
    void queryClient.invalidateQueries({ queryKey: ['list'], type: 'active', refetchType: 'none' })
    read.answers[0]?.('before the write')
    await settled()
    expect(read.answers).toHaveLength(2)
    read.answers[1]?.('after it')
    await settled()
    expect(shown.getCurrentResult()).toMatchObject({ data: 'after it', isStale: false })
    expect(read.answers).toHaveLength(2)
    stop()
  })

  it('restarts a background read at once, and trusts that one', async () => {
    const read = heldRead('list')
    queryClient.setQueryData(read.queryKey, 'at first', { updatedAt: 0 })
    const shown = new QueryObserver(queryClient, read)
    const stop = shown.subscribe(() => undefined)
    void queryClient.invalidateQueries({ queryKey: ['list'] })
    expect(read.answers).toHaveLength(2)
    read.answers[1]?.('after it')
    await settled()
    expect(shown.getCurrentResult()).toMatchObject({ data: 'after it', isStale: false })
    expect(read.answers).toHaveLength(2)
    stop()
  })
})
