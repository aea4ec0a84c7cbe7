import { mostCounted } from '@greenroom/contract/list'

/** Returns a count as text: "42", and "999+" from where the server stops counting (OQ-195). */
export function countText(count: number): string {
  return count < mostCounted ? String(count) : `${mostCounted - 1}+`
}
