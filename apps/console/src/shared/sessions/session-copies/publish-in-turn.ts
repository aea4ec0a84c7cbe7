import { ApiError, failureMessage } from '../../../lib/api/api-error.ts'

/** A copy that was created and not published. */
export interface KeptCopy<T> {
  copy: T
  reason: unknown
  /** The reason in words. */
  text: string
}

export interface PublishedCopies<T> {
  published: T[]
  kept: KeptCopy<T>[]
}

/**
 * Publishes copies one after the other, so that each is checked against those before it. A refused one stays a draft and
 * the others go on. Publishing twice changes nothing, so after a lost response it is sent again; if there is none to
 * that either, no more are sent.
 * @param onStep called with the number of those that are decided
 */
export async function publishInTurn<T>(
  copies: readonly T[],
  publish: (copy: T) => Promise<unknown>,
  onStep: (done: number) => void,
): Promise<PublishedCopies<T>> {
  const published: T[] = []
  const kept: KeptCopy<T>[] = []
  let lost: unknown
  for (const copy of copies) {
    try {
      if (lost) throw lost
      await publish(copy).catch((reason: unknown) => {
        if (!isLost(reason)) throw reason
        return publish(copy)
      })
      published.push(copy)
    } catch (reason) {
      if (isLost(reason)) lost = reason
      kept.push({ copy, reason, text: failureMessage(reason) })
    }
    onStep(published.length + kept.length)
  }
  return { published, kept }
}

/** Whether no response came, so that it may have happened. */
function isLost(reason: unknown): boolean {
  return reason instanceof ApiError && reason.status === 0
}
