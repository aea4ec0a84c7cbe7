/** A stretch of a text: plain words, or an address with where it leads. */
export interface TextPart {
  text: string
  href?: string
}

const address = /https?:\/\/[^\s<>"“”]+/giu

/**
 * Cuts a text at the http and https addresses in it. The parts joined give the text again, letter by letter.
 * Nothing else becomes a link: no other scheme, and no address that a browser cannot read.
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const match of text.matchAll(address)) {
    const found = withoutSentenceEnd(match[0])
    const href = readAddress(found)
    if (href === undefined) continue
    if (match.index > done) parts.push({ text: text.slice(done, match.index) })
    parts.push({ text: found, href })
    done = match.index + found.length
  }
  if (done < text.length) parts.push({ text: text.slice(done) })
  return parts
}

const closing: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** The sign that ends a sentence, or closes a bracket opened before the address, is not part of the address. */
function withoutSentenceEnd(found: string): string {
  let end = found.length
  while (end > 0) {
    const last = found.charAt(end - 1)
    const opening = closing[last]
    const belongs = opening
      ? count(found.slice(0, end), opening) >= count(found.slice(0, end), last)
      : !/[.,;:!?'’…*_~]/u.test(last)
    if (belongs) break
    end -= 1
  }
  return found.slice(0, end)
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1
}

function readAddress(found: string): string | undefined {
  if (!URL.canParse(found)) return undefined
  const { protocol, href } = new URL(found)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}
