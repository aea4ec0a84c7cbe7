import classes from './status-glyph.module.css'

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
      className={classes.glyph}
      data-tone={tone}
      width={size}
      height={size}
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      <Shape shape={shape} />
    </svg>
  )
}

const cut = {
  fill: 'none',
  stroke: 'var(--gr-raised)',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

function Shape({ shape }: { shape: GlyphShape }) {
  switch (shape) {
    case 'ring':
      return <Ring />
    case 'dashed':
      return (
        <circle
          cx="6"
          cy="6"
          r="5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeDasharray="2.2 1.72"
        />
      )
    case 'half':
      return (
        <>
          <Ring />
          <path d="M6 3a3 3 0 0 1 0 6z" fill="currentColor" />
        </>
      )
    case 'three-quarter':
      return (
        <>
          <Ring />
          <path d="M6 6V3a3 3 0 1 1-3 3z" fill="currentColor" />
        </>
      )
    case 'tick':
      return (
        <>
          <Disc />
          <path d="M3.4 6.2 5.2 8l3.4-3.8" strokeWidth="1.5" {...cut} />
        </>
      )
    case 'cross':
      return (
        <>
          <Disc />
          <path d="m4 4 4 4m0-4-4 4" strokeWidth="1.5" {...cut} />
        </>
      )
    case 'bar':
      return (
        <>
          <Disc />
          <path d="M3.5 6h5" strokeWidth="1.6" {...cut} />
        </>
      )
    case 'turn':
      return (
        <>
          <Disc />
          <path d="M8.3 7.8A2.6 2.6 0 1 0 4.1 4.4M3.9 3v1.8h1.8" strokeWidth="1.2" {...cut} />
        </>
      )
    case 'dot':
      return <circle cx="6" cy="6" r="4" fill="currentColor" />
  }
}

function Ring() {
  return <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.6" />
}

function Disc() {
  return <circle cx="6" cy="6" r="6" fill="currentColor" />
}
