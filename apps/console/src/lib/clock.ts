const storageKey = 'clock-ahead'
/** A smaller difference changes nothing that anybody notices. */
const leastMs = 60_000
let known = 0

/** How far this computer's clock is ahead of the server's, in milliseconds; negative when it is behind. */
function aheadMs(): number {
  try {
    return Number(localStorage.getItem(storageKey) ?? 0) || 0
  } catch {
    return known
  }
}

/** Returns the server's time in milliseconds, as far as this browser knows it: its own clock may be wrong (OQ-517). */
export function serverNow(): number {
  return Date.now() - aheadMs()
}

/** Compares the clocks: the server has just sent its time. All tabs of the browser share the difference. */
export function noteServerTime(time: string): void {
  const ahead = Date.now() - Date.parse(time)
  if (Number.isNaN(ahead)) return
  known = Math.abs(ahead) < leastMs ? 0 : ahead
  try {
    if (known === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, String(known))
  } catch {
    // The storage is full or blocked: this page knows it.
  }
}
