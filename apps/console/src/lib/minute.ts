import { useEffect, useState } from 'react'

export const minuteMs = 60_000

/** Returns the current time in milliseconds and rerenders at the start of each minute, when sessions begin (OQ-028). */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    // Slightly past the minute, because a session has begun only after its start.
    const timer = setTimeout(() => setNow(Date.now()), minuteMs - (now % minuteMs) + 50)
    return () => clearTimeout(timer)
  }, [now])
  return now
}
