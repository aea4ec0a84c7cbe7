import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isImporting } from '../ui/part-files.ts'
import { useSession } from './api/current-session.ts'

/** How long nothing may load before something else is read, in milliseconds. */
const quietMs = 300

/** Returns true from the moment on when nothing has been loading for a while, so that what is read then delays no screen. */
export function useQuiet(ms = quietMs): boolean {
  const isSignedIn = useSession() !== undefined
  const isLoading = useIsFetching() > 0
  const [isQuiet, setIsQuiet] = useState(false)
  useEffect(() => {
    if (isQuiet || isLoading || !isSignedIn) return
    const timer = setInterval(() => {
      if (!isImporting()) setIsQuiet(true)
    }, ms)
    return () => clearInterval(timer)
  }, [isQuiet, isLoading, isSignedIn, ms])
  return isQuiet
}
