/**
 * ring: waiting; half and three-quarter: in progress; tick: done; cross: lost; bar: closed; dashed: not yet; turn:
 * returned; dot: anything else.
 */
export type GlyphShape =
  | 'ring'
  | 'half'
  | 'three-quarter'
  | 'tick'
  | 'cross'
  | 'bar'
  | 'dashed'
  | 'dot'
  | 'turn'
export type GlyphTone = 'ok' | 'bad' | 'warn' | 'info' | 'mute'

interface StatusGlyphProps {
  shape: GlyphShape
  tone: GlyphTone
  /** Width and height in pixels. */
  size?: number
}

/** One of nine shapes that make a status recognizable without its colour. */
export function StatusGlyph({ shape, tone, size = 12 }: StatusGlyphProps) {
  return (
    <svg
      style={{ color: `var(--gr-${tone}-dot)` }}
      width={size}
      height={size}
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      <Shape shape={shape} />
    </svg>
  )
}

/** Drawn over a full disc. */
const cuts: Partial<Record<GlyphShape, { d: string; strokeWidth: string }>> = {
  tick: { d: 'M3.4 6.2 5.2 8l3.4-3.8', strokeWidth: '1.5' },
  cross: { d: 'm4 4 4 4m0-4-4 4', strokeWidth: '1.5' },
  bar: { d: 'M3.5 6h5', strokeWidth: '1.6' },
  turn: { d: 'M8.3 7.8A2.6 2.6 0 1 0 4.1 4.4M3.9 3v1.8h1.8', strokeWidth: '1.2' },
}

/** Drawn inside a ring. */
const fillings: Partial<Record<GlyphShape, string>> = {
  half: 'M6 3a3 3 0 0 1 0 6z',
  'three-quarter': 'M6 6V3a3 3 0 1 1-3 3z',
}

function Shape({ shape }: { shape: GlyphShape }) {
  if (shape === 'dot') return <circle cx="6" cy="6" r="4" fill="currentColor" />
  const cut = cuts[shape]
  if (cut) {
    return (
      <>
        <circle cx="6" cy="6" r="6" fill="currentColor" />
        <path {...cut} fill="none" stroke="var(--gr-raised)" strokeLinecap="round" strokeLinejoin="round" />
      </>
    )
  }
  return (
    <>
      <circle
        cx="6"
        cy="6"
        r="5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeDasharray={shape === 'dashed' ? '2.2 1.72' : undefined}
      />
      {fillings[shape] && <path d={fillings[shape]} fill="currentColor" />}
    </>
  )
}
