import { useEffect, useState } from 'react'

export const minuteMs = 60_000

/** The current time in milliseconds, told anew at the beginning of each minute: that is when sessions begin (OQ-028). */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    // A moment past the full minute, because a session has begun only after its start.
    const timer = setTimeout(() => setNow(Date.now()), minuteMs - (now % minuteMs) + 50)
    return () => clearTimeout(timer)
  }, [now])
  return now
}
