/**
 * Waits until a condition holds and gives what it gave.
 * @param what the condition in words, for the failure
 * @param deadline milliseconds; the default is only there for what never happens
 * @throws Error when it does not hold in time, or what the condition throws
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
    if (Date.now() > end) throw new Error(`After ${deadline / 1000} s it was still not so that ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
