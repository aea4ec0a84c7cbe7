/** What a press has started and what has not ended, by subject. It outlives the screen. */
const running = new Set<string>()

/**
 * Runs the work of a press, unless an earlier press on the same subject is still running, on this screen or one that
 * was left. For an action without a question, whose button stays in its row until the response arrives (OQ-606).
 * @param subject names the action and its record
 */
export async function onePress(subject: string, work: () => Promise<unknown>): Promise<void> {
  if (running.has(subject)) return
  running.add(subject)
  try {
    await work()
  } finally {
    running.delete(subject)
  }
}
