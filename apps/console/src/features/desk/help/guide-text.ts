/** A part of a sentence of the guide: plain text, a word of the screen, or a link to a screen. */
interface GuidePart {
  kind: 'text' | 'word' | 'link'
  text: string
}

/** Splits a sentence of the guide at its marks. */
export function guideParts(text: string): GuidePart[] {
  return text.split(/(\*\*[^*]+\*\*|\[\[\w+\]\])/).flatMap((part): GuidePart[] => {
    if (part === '') return []
    if (part.startsWith('**')) return [{ kind: 'word', text: part.slice(2, -2) }]
    if (part.startsWith('[[')) return [{ kind: 'link', text: part.slice(2, -2) }]
    return [{ kind: 'text', text: part }]
  })
}
