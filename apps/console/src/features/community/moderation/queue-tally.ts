import { notify, type Undo } from '../../../lib/notify.tsx'
import { tallyMessages } from './moderation-messages.ts'

type QueueOutcome = 'ignored' | 'removed' | 'handled'

/** Actions of this time without a pause share a toast, in milliseconds. */
const pauseMs = 5000

/**
 * Returns the message of a toast that counts: the specification's for a single action, "4 ignored, 3 deleted" for
 * several (OQ-218).
 */
export function tallyText(counts: Record<QueueOutcome, number>): string {
  const outcomes = (['ignored', 'removed', 'handled'] as const).filter((outcome) => counts[outcome] > 0)
  const [only] = outcomes
  if (only !== undefined && outcomes.length === 1 && counts[only] === 1) return tallyMessages.one[only]
  return outcomes.map((outcome) => `${counts[outcome]} ${tallyMessages.many[outcome]}`).join(', ')
}

/**
 * Creates the toast that the actions of a queue share: it shows a spinner while one is pending, then counts them. It
 * is shown beside the cards. A failure after other actions has a toast of its own.
 */
export function createQueueTally() {
  const none = { ignored: 0, removed: 0, handled: 0 }
  let counts = { ...none }
  let pending = 0
  let endedAt = Number.NEGATIVE_INFINITY
  let toast = notify.beside()
  let lastUndo: Undo | undefined

  return {
    /**
     * Shows an action from its start to its outcome.
     * @throws the failure, which the toast has reported
     */
    async follow(
      work: Promise<{ outcome: QueueOutcome; undo?: Undo | undefined }>,
      failureMessage: (reason: unknown) => string,
    ): Promise<void> {
      if (pending === 0 && performance.now() - endedAt > pauseMs) {
        counts = { ...none }
        lastUndo = undefined
        toast = notify.beside()
      }
      pending += 1
      toast.show('pending', tallyMessages.pending)
      let failure: string | undefined
      try {
        const { outcome, undo } = await work
        counts[outcome] += 1
        lastUndo = undo
      } catch (reason) {
        failure = failureMessage(reason)
        throw reason
      } finally {
        pending -= 1
        endedAt = performance.now()
        const text = tallyText(counts)
        const isAlone = text === '' && pending === 0
        if (failure !== undefined) {
          if (isAlone) {
            toast.show('error', failure)
            toast = notify.beside()
          } else notify.beside().show('error', failure)
        }
        // Undo is of the last action, whatever the toast counts.
        if (pending === 0 && text !== '') toast.show('success', text, lastUndo)
      }
    },
  }
}
