/** Returns what people read for a session, in its list and in the history: the end of its id, which is random. */
export function sessionCode(id: string): string {
  return `session ${id.slice(-8)}`
}
