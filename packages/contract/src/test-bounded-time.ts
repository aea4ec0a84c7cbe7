const largest = 60_000
/** Small steps first: a search that doubles with each character is found before it hangs, a quadratic one before it takes long. */
const sizes = [28, 8_192, largest]
const limit = 100
const fills = [
  '.',
  ' ',
  '@',
  '1',
  'a',
  '-',
  '/',
  ':',
  '<',
  ')',
  ';',
  '"',
  '?',
  'a.',
  'a@',
  '1 ',
  '@.',
  '\t',
  'é',
  '1-',
  '+1',
  'Bearer ',
] as const

const shapes: ((long: string) => string)[] = [
  (long) => long,
  (long) => `${long} `,
  (long) => `${long}@`,
  (long) => `a@${long} `,
  (long) => `https://${long}\n`,
]

/** Texts of growing length for each fill and shape. */
const series = fills.flatMap((fill) =>
  shapes.map((shape) => sizes.map((size) => shape(fill.repeat(Math.max(1, Math.floor(size / fill.length)))))),
)

/** Processor time of this process in milliseconds: other programs on a busy machine do not count. */
function processorTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * Returns the first text that takes more than 100 ms of processor time; null if there is none. Each text grows step by step up to 60 kB,
 * so that a bad pattern fails and does not hang (OQ-565).
 */
export function slowText(work: (text: string) => unknown): string | null {
  for (const text of series.flat()) {
    const once = () => processorTime(() => work(text))
    // The first run may include a garbage collection.
    if (once() < limit || once() < limit) continue
    return `${JSON.stringify(text.slice(0, 12))} of ${text.length} characters`
  }
  return null
}
