/** A larger profile is dropped: those of cameras and screens have a few kilobytes, those of printers 2 MB. */
export const largestProfile = 4_194_304
const headerSize = 128
const entrySize = 12
const mostTags = 100

/** Tags that say how colours are converted. Others name devices, places and people. */
const colourTags = new Set(
  (
    'wtpt bkpt lumi chad chrm cicp gamt tech view meas rXYZ gXYZ bXYZ rTRC gTRC bTRC kTRC ' +
    'A2B0 A2B1 A2B2 B2A0 B2A1 B2A2 D2B0 D2B1 D2B2 D2B3 B2D0 B2D1 B2D2 B2D3 pre0 pre1 pre2'
  ).split(' '),
)

/** The length that a value needs, by its type; what follows isn't read by any program. Tables keep theirs. */
const valueLengths: Readonly<Record<string, (value: Buffer) => number>> = {
  'XYZ ': () => 20,
  curv: (value) => 12 + 2 * value.readUInt32BE(8),
  para: (value) => 12 + 4 * ([1, 3, 4, 5, 7][value.readUInt16BE(8)] ?? 0),
  sf32: () => 44,
  'sig ': () => 12,
  chrm: (value) => 12 + 8 * value.readUInt16BE(8),
  cicp: () => 12,
  view: () => 36,
  meas: () => 36,
  mft1: (value) => value.length,
  mft2: (value) => value.length,
  'mAB ': (value) => value.length,
  'mBA ': (value) => value.length,
  mpet: (value) => value.length,
}

/** How much larger than the profile its values may be together: the three curves of a picture often share one value. */
const mostCopies = 3

/**
 * Makes a profile again from the tags that say how colours are converted, without its names, dates and devices.
 * @returns null if it isn't a profile
 * @see ICC.1:2022, chapters 7 and 9
 */
export function plainProfile(profile: Buffer): Buffer | null {
  if (profile.length < headerSize + 4 || profile.toString('latin1', 36, 40) !== 'acsp') return null
  const count = profile.readUInt32BE(headerSize)
  if (count > mostTags || headerSize + 4 + count * entrySize > profile.length) return null
  const kept: { tag: Buffer; value: Buffer }[] = []
  // A profile names each tag once. Values that overlap could make a large one of a small one.
  const names = new Set<string>()
  let bytes = 0
  for (let n = 0; n < count; n += 1) {
    const at = headerSize + 4 + n * entrySize
    const tag = profile.subarray(at, at + 4)
    const name = tag.toString('latin1')
    if (!colourTags.has(name) || names.has(name)) continue
    const value = colourValue(profile, profile.readUInt32BE(at + 4), profile.readUInt32BE(at + 8))
    if (!value) continue
    names.add(name)
    bytes += value.length
    if (bytes > mostCopies * profile.length) return null
    kept.push({ tag, value })
  }
  return assemble(plainHeader(profile), kept)
}

function colourValue(profile: Buffer, start: number, length: number): Buffer | null {
  const value = profile.subarray(start, start + length)
  if (value.length < length || length < 12) return null
  const needed = valueLengths[value.toString('latin1', 0, 4)]?.(value)
  return needed !== undefined && needed <= value.length ? value.subarray(0, needed) : null
}

/** Keeps version, class, colour spaces, intent and illuminant; blanks program, date, platform, device and creator. */
function plainHeader(profile: Buffer): Buffer {
  const header = Buffer.alloc(headerSize)
  for (const [start, end] of [
    [8, 24],
    [36, 40],
    [64, 80],
  ] as const) {
    profile.copy(header, start, start, end)
  }
  // Some programs want a valid date.
  for (const [index, part] of [2000, 1, 1, 0, 0, 0].entries()) header.writeUInt16BE(part, 24 + 2 * index)
  return header
}

function assemble(header: Buffer, tags: readonly { tag: Buffer; value: Buffer }[]): Buffer {
  const table = Buffer.alloc(4 + tags.length * entrySize)
  table.writeUInt32BE(tags.length, 0)
  const values: Buffer[] = []
  const places = new Map<string, number>()
  let end = headerSize + table.length
  for (const [index, { tag, value }] of tags.entries()) {
    // Curves are often the same for all channels.
    const content = value.toString('latin1')
    let place = places.get(content)
    if (place === undefined) {
      place = end
      places.set(content, place)
      const padded = Buffer.alloc(Math.ceil(value.length / 4) * 4)
      value.copy(padded)
      values.push(padded)
      end += padded.length
    }
    const at = 4 + index * entrySize
    tag.copy(table, at)
    table.writeUInt32BE(place, at + 4)
    table.writeUInt32BE(value.length, at + 8)
  }
  header.writeUInt32BE(end, 0)
  return Buffer.concat([header, table, ...values])
}
