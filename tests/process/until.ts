/**
 * Waits until a condition returns a truthy value, and returns it.
 * @param what description of the condition, for the error
 * @param deadline milliseconds
 * @throws Error after the deadline, or whatever the condition throws
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  deadline = 120_000,
): Promise<NonNullable<Exclude<T, false>>> {
  const end = Date.now() + deadline
  for (;;) {
    const value = await condition()
    if (value) return value as NonNullable<Exclude<T, false>>
    if (Date.now() > end) throw new Error(`Timed out after ${deadline / 1000} s waiting until ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
