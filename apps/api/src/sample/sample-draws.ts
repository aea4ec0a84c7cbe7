/** Draws that look random and are the same at every first start. */
export interface Draws {
  /** 0 inclusive to 1 exclusive. */
  fraction(): number
  /** @throws TypeError for an empty list */
  pick<T>(list: readonly T[]): T
  /** `count` letters and digits, like a gateway's ids. */
  letters(count: number): string
  /** A list of `count` values in mixed order, in which each value has its share, rounded. */
  mixed<T>(count: number, shares: readonly (readonly [value: T, share: number])[]): T[]
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Creates draws from a seed; the same seed has the same ones. */
export function createDraws(seed: number): Draws {
  let state = seed >>> 0

  function fraction(): number {
    // Mulberry32: short, and uniform enough for samples.
    state = (state + 0x6d2b79f5) >>> 0
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1)
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61)
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32
  }

  const indexIn = (length: number) => Math.floor(fraction() * length)

  return {
    fraction,
    pick(list) {
      if (list.length === 0) throw new TypeError('Nothing to pick from.')
      return list[indexIn(list.length)] as (typeof list)[number]
    },
    letters: (count) => Array.from({ length: count }, () => alphabet[indexIn(alphabet.length)]).join(''),
    mixed(count, shares) {
      const whole = shares.reduce((sum, [, share]) => sum + share, 0)
      let reached = 0
      const values = shares.flatMap(([value, share]) => {
        const before = Math.round((reached / whole) * count)
        reached += share
        return Array.from({ length: Math.round((reached / whole) * count) - before }, () => value)
      })
      return values
        .map((value) => ({ value, place: fraction() }))
        .sort((a, b) => a.place - b.place)
        .map(({ value }) => value)
    },
  }
}
