import { expect, it } from 'vitest'
import { plainProfile } from './icc-profile.ts'

/** A profile whose tags begin four bytes apart and all reach to its end. */
function overlapping(tags: number, name: (n: number) => string): Buffer {
  const profile = Buffer.alloc(1_000_000)
  profile.write('acsp', 36, 'latin1')
  profile.writeUInt32BE(tags, 128)
  for (let n = 0; n < tags; n++) {
    const at = 132 + n * 12
    const start = 132 + tags * 12 + n * 4
    profile.write(name(n), at, 'latin1')
    profile.writeUInt32BE(start, at + 4)
    profile.writeUInt32BE(profile.length - start, at + 8)
    profile.write('mft2', start, 'latin1')
  }
  return profile
}

it('keeps one value of a tag that is named often, and nothing of a profile whose values overlap (OQ-165)', () => {
  expect(plainProfile(overlapping(90, () => 'A2B0'))?.length).toBeLessThan(1_100_000)
  const names = ['A2B0', 'A2B1', 'A2B2', 'B2A0', 'B2A1', 'B2A2']
  expect(plainProfile(overlapping(names.length, (n) => names[n] ?? ''))).toBeNull()
})
