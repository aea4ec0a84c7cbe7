/** The one source of "now", so that tests decide what time it is. */
export interface Clock {
  /** The present instant. */
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
