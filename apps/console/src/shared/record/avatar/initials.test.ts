import { describe, expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

describe('initials', () => {
  it('are the first letters of the first and the last word', () => {
    expect(initialsOf('Sandeep Kulkarni')).toBe('SK')
    expect(initialsOf('  anna  maria  de souza ')).toBe('AS')
    expect(initialsOf('Ritika')).toBe('R')
    expect(initialsOf('')).toBe('')
  })

  it('keep a letter outside the basic plane whole', () => {
    expect(initialsOf('𝒜nna 𝒵')).toBe('𝒜𝒵')
  })
})
