import { useEffect, useState } from 'react'
import { useLiveState } from '../lib/live/live-bus.ts'
import { Colleagues } from '../shared/record/colleagues/colleagues.tsx'
import classes from './live-status.module.css'

export interface LiveStatusProps {
  /** The opened record; its type as in the history. */
  record: { type: string; id: string } | undefined
}

/** One quiet line while changes don't arrive, nothing otherwise (OQ-494); and who else has the record open. */
export function LiveStatus({ record }: LiveStatusProps) {
  const state = useLiveState()
  const [isOnline, setIsOnline] = useState(navigator.onLine)
  useEffect(() => {
    const follow = () => setIsOnline(navigator.onLine)
    for (const name of ['online', 'offline']) addEventListener(name, follow)
    return () => {
      for (const name of ['online', 'offline']) removeEventListener(name, follow)
    }
  }, [])
  const text =
    state === 'lost'
      ? isOnline
        ? 'Reconnecting…'
        : 'Offline'
      : state === 'polling'
        ? 'Updates every 30 s'
        : ''
  return (
    <>
      <p aria-live="polite" className={classes.status}>
        {text}
      </p>
      {record && <Colleagues type={record.type} id={record.id} />}
    </>
  )
}
