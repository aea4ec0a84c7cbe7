import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useQuiet } from '../lib/use-quiet.ts'

/** How long nothing may load before changes are followed, in milliseconds. */
const quietMs = 600

/**
 * Hears of changes on the server while somebody is signed in. Its script is loaded when the first screen is complete, so
 * that it delays no content.
 */
export function useLive(isOn: boolean): void {
  const client = useQueryClient()
  const isDue = useQuiet(quietMs) && isOn
  const [loadedAt] = useState(() => Date.now())
  useEffect(() => {
    if (!isDue) return
    let stop: (() => void) | undefined
    let isOver = false
    import('../lib/live/start-live.ts').then(
      ({ startLive }) => {
        if (!isOver) stop = startLive(client, { loadedAt })
      },
      () => {
        // Without it the screens work as they do without live changes.
      },
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [isDue, client, loadedAt])
}
