// Apart from the fields, because the cards of the first screen need it alone.

/** Tells whether a text is a URL that a browser may open: http or https, no script. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text.trim())) return false
  return URL.canParse(text.trim())
}
