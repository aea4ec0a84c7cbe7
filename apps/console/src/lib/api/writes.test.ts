import { expect, it } from 'vitest'
import { onWrite, tellWrite } from './writes.ts'

it('tells each listener of a write until it stops (OQ-196)', () => {
  const heard: string[] = []
  const stop = onWrite(() => heard.push('one'))
  onWrite(() => heard.push('other'))
  tellWrite()
  stop()
  tellWrite()
  expect(heard).toEqual(['one', 'other', 'other'])
})
