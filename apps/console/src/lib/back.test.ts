import { describe, expect, it } from 'vitest'
import { stepsBack } from './back.ts'

describe('Back (OQ-230)', () => {
  it.each([
    ['the screen before', ['/news', '/news/edit'], 1, -1],
    ['the last tab of the screen before', ['/news', '/news', '/news/edit'], 2, -1],
    ['over the dialogs of the screen itself', ['/events', '/event/create', '/event/create'], 2, -2],
    ['the screen before after a forward entry is gone', ['/news', '/news/edit', '/creators'], 1, -1],
  ])('goes to %s', (_, visited, index, steps) => {
    expect(stepsBack(visited, index)).toBe(steps)
  })

  it.each([
    ['opened by its address', ['/news/edit'], 0],
    ['opened after sign-in', ['/login', '/news/edit'], 1],
    ['whose previous entry is unknown', [null, '/news/edit'], 1],
  ])('has no step from a screen %s', (_, visited, index) => {
    expect(stepsBack(visited, index)).toBeNull()
  })
})
