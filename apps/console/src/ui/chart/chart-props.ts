export interface ChartPoint {
  /** YYYY-MM-DD, or the first day of a week or month. */
  day: string
  /** A whole number: minor units, or a count. */
  value: number
  /** The value of the earlier period in its place; null where that has none. */
  previous?: number | null | undefined
}

export interface ChartProps {
  /** The accessible name: "Revenue by day". */
  label: string
  /** The earliest first. */
  points: readonly ChartPoint[]
  /** Formats a value for the point that is read out. */
  format: (value: number) => string
  /** Formats a value for the axis; as `format` if absent. */
  formatTick?: (value: number) => string
  /** Formats the day of a point: "27 Nov". */
  formatDay: (day: string) => string
  kind?: 'line' | 'bars'
  /** Names of the values in the legend, which a chart without an earlier period doesn't show. */
  names?: { value: string; previous: string }
  /** Height of the picture in pixels, without the line of the legend. */
  height?: number
}

/** Height of the line above the picture, with its gap. */
export const legendHeight = 24
