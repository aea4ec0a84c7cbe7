import { failureMessage } from '../../../lib/api/api-error.ts'
import { isUnknownOutcome } from '../../../lib/api/idempotency-key.ts'
import { couponLinkMessages as messages } from './coupon-page-messages.ts'

interface Left<T> {
  target: T
  /** Undefined if its call was not sent. */
  problem: string | undefined
}

/**
 * Links one product after the other. A refusal stops none of the others. After an unknown outcome the rest is not sent,
 * because a later success would forget the Idempotency-Key under which the next press repeats the call.
 * @returns the products that are not linked, or may not be
 */
export async function linkInTurn<T>(
  targets: readonly T[],
  link: (target: T) => Promise<unknown>,
): Promise<Left<T>[]> {
  const left: Left<T>[] = []
  let isStopped = false
  for (const target of targets) {
    if (isStopped) {
      left.push({ target, problem: undefined })
      continue
    }
    try {
      await link(target)
    } catch (reason) {
      isStopped = isUnknownOutcome(reason)
      const message = failureMessage(reason)
      left.push({ target, problem: isStopped ? message : messages.notLinked(message) })
    }
  }
  return left
}
