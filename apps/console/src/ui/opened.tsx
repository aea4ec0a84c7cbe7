import { useEffect } from 'react'

/** Opens the calendar of a field once its script has loaded: rendered beside the field, its effect runs after the field's. */
export function Opened({
  place,
  onDone,
}: {
  place: { readonly current: HTMLDivElement | null }
  onDone: () => void
}) {
  useEffect(() => {
    const button = place.current?.querySelector('button')
    button?.focus()
    button?.click()
    onDone()
  }, [place, onDone])
  return null
}
