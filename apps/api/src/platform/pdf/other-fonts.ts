/// <reference path="./subset-font.d.ts" />
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

export type Weight = 'regular' | 'bold'

const { resolve } = createRequire(import.meta.url)

/** A font of the last resort, cut down to the characters of one file. */
export interface OtherFont {
  name: string
  bytes: Record<Weight, Buffer>
}

const noto = (name: string) => ({
  name,
  folder: `@fontsource-variable/${name}`,
  file: (part: string) => `${name}-${part}-wght-normal.woff2`,
  weights: { regular: 400, bold: 600 },
})

/** Families in the order in which they are asked for a character. Each has its parts in files of their own. */
const families =
  'emoji sans-thai sans-sinhala sans-kr sans-hebrew sans-armenian sans-georgian sans-lao sans-khmer sans-sc'
    .split(' ')
    .map((name) => noto(`noto-${name}`))
type Family = (typeof families)[number]

interface Part {
  name: string
  ranges: (readonly [number, number])[]
}
const partsOf = new Map<Family, Promise<Part[]>>()

async function readParts({ folder }: Family): Promise<Part[]> {
  const parts: Record<string, string> = JSON.parse(await readFile(resolve(`${folder}/unicode.json`), 'utf8'))
  // These two name signs for formulas, of which the fonts have few or none.
  const named = Object.entries(parts).filter(([name]) => name !== 'math' && name !== 'symbols')
  return named.map(([name, ranges]) => ({
    name: name.replace(/[[\]]/g, ''),
    // Such as "U+4e00,U+ff61-ff65".
    ranges: ranges.split(',').map((range) => {
      const [first = '', last = first] = range.replace('U+', '').split('-')
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
    }),
  }))
}

/** Fonts of one file at most: a text of many rare characters may not hold up everybody's documents. */
const mostFonts = 20

async function placeOf(character: string): Promise<{ family: Family; part: string } | undefined> {
  const point = character.codePointAt(0) ?? 0
  for (const family of families) {
    const parts = partsOf.get(family) ?? readParts(family)
    partsOf.set(family, parts)
    const part = (await parts).find(({ ranges }) =>
      ranges.some(([first, last]) => point >= first && point <= last),
    )
    if (part) return { family, part: part.name }
  }
  return undefined
}

/** Sources and cut fonts that are kept for later files: together a few megabytes. */
const mostKept = 60
const sources = new Map<string, Promise<Buffer>>()
const cuts = new Map<string, Promise<Buffer>>()

/** Makes a value, or returns the one that was made before. The longest unused one leaves. A failure is not kept. */
function kept<Value>(
  known: Map<string, Promise<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const value = known.get(key) ?? make()
  known.delete(key)
  known.set(key, value)
  value.catch(() => known.delete(key))
  for (const oldest of known.keys()) {
    if (known.size <= mostKept) break
    known.delete(oldest)
  }
  return value
}

/**
 * Loads what draws these characters, for instance Chinese, Thai and emoji. A font of all of them would take 10 MB of
 * memory, so each file reads the parts that it needs and keeps only its characters.
 */
export async function loadOtherFonts(characters: readonly string[]): Promise<OtherFont[]> {
  const wanted = new Map<string, { family: Family; part: string; text: string }>()
  for (const character of characters) {
    const place = await placeOf(character)
    if (!place) continue
    const key = `${place.family.name}-${place.part}`
    if (wanted.size >= mostFonts && !wanted.has(key)) continue
    wanted.set(key, { ...place, text: (wanted.get(key)?.text ?? '') + character })
  }
  const fonts: OtherFont[] = []
  for (const [name, { family, part, text }] of wanted) {
    // Equal characters are one cut font, in whatever order they come.
    const characters = [...new Set(text)].sort().join('')
    const cut = (weight: Weight) =>
      kept(cuts, `${name} ${weight} ${characters}`, () => cutFont(family, part, weight, characters))
    fonts.push({ name, bytes: { regular: await cut('regular'), bold: await cut('bold') } })
  }
  return fonts
}

async function cutFont(family: Family, part: string, weight: Weight, characters: string): Promise<Buffer> {
  const { default: subset } = await import('subset-font')
  const path = resolve(`${family.folder}/files/${family.file(part)}`)
  const source = await kept(sources, path, () => readFile(path))
  // Joiners belong to the spelling of Sinhala, and of emoji.
  return subset(source, `${characters}\u200c\u200d`, {
    targetFormat: 'truetype',
    variationAxes: { wght: family.weights[weight] },
  })
}
