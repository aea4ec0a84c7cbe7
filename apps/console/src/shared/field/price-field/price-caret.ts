export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/**
 * Returns the place in a formatted amount that has so many digits behind it. Formatting changes what is before them only.
 * @param isForwards whether separators beside the place come before it, so that Delete steps over them
 */
export function caretBefore(text: string, digitsBehind: number, isForwards: boolean): number {
  const first = text.search(/\d/)
  const places = [...Array(text.length + 1).keys()].filter(
    (place) => place >= first && digitsOf(text.slice(place)).length === digitsBehind,
  )
  return (isForwards ? places.at(-1) : places[0]) ?? Math.max(first, 0)
}
