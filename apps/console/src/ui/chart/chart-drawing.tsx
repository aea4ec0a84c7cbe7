import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import classes from './chart.module.css'
import type { ChartPoint, ChartProps } from './chart-props.ts'

const defaultNames = { value: 'This period', previous: 'Before' }

/** The chart itself, with its library. */
export function ChartDrawing({
  label,
  points,
  format,
  formatTick = format,
  formatDay,
  kind = 'line',
  names = defaultNames,
  height = 200,
}: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot>(undefined)
  const latest = useRef({ points, formatTick, formatDay })
  latest.current = { points, formatTick, formatDay }
  const [chosen, setChosen] = useState<number | null>(null)

  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const colour = (name: string) => () => {
      const sample = element.querySelector(`[data-colour="${name}"]`)
      return sample ? getComputedStyle(sample).color : 'currentColor'
    }
    const drawn = new UPlot(
      {
        width: element.clientWidth,
        height,
        legend: { show: false },
        padding: [8, 16, 0, 0],
        cursor: { y: false, drag: { x: false, y: false } },
        scales: {
          x: { time: false, range: () => [-0.5, latest.current.points.length - 0.5] },
          // Zero is always on the axis, or a small change would look like a large one.
          y: { range: (_self, least, most) => UPlot.rangeNum(least, most, fromZero) },
        },
        axes: [
          {
            ...axisOf(colour, element),
            incrs: [1, 2, 3, 7, 14, 28, 56, 112, 224],
            space: 72,
            size: 28,
            grid: { show: false },
            values: (_self, splits) =>
              splits.map((split) => {
                const point = latest.current.points[split]
                return point ? latest.current.formatDay(point.day) : ''
              }),
          },
          {
            ...axisOf(colour, element),
            incrs: wholeSteps,
            space: 36,
            size: (self, values) => widest(self, values ?? []) + 16,
            values: (_self, splits) => splits.map((split) => latest.current.formatTick(split)),
          },
        ],
        series: [
          {},
          { ...seriesOf(kind, colour), stroke: colour('value') },
          { stroke: colour('previous'), width: 2, dash: [5, 4], points: { show: false } },
        ],
        hooks: { setCursor: [(self) => setChosen(self.cursor.idx ?? null)] },
      },
      dataOf(latest.current.points),
      element,
    )
    plot.current = drawn
    const sizes = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height }))
    sizes.observe(element)
    const redraw = () => drawn.redraw()
    const schemes = new MutationObserver(redraw)
    schemes.observe(document.documentElement, { attributes: true })
    const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
      matchMedia(query),
    )
    for (const query of queries) query.addEventListener('change', redraw)
    return () => {
      for (const query of queries) query.removeEventListener('change', redraw)
      schemes.disconnect()
      sizes.disconnect()
      drawn.destroy()
    }
  }, [kind, height])

  useEffect(() => {
    plot.current?.setData(dataOf(points))
  }, [points])

  const choose = (index: number) => {
    const drawn = plot.current
    const point = points[index]
    if (!drawn || !point) return
    drawn.setCursor({ left: drawn.valToPos(index, 'x'), top: drawn.valToPos(point.value, 'y') })
    setChosen(index)
  }
  const last = points.length - 1
  const index = Math.min(chosen ?? last, last)
  const hasPrevious = points.some(({ previous }) => previous !== undefined)
  const textOf = ({ day, value, previous }: ChartPoint) =>
    [
      `${formatDay(day)}: ${format(value)}`,
      typeof previous === 'number' && `${names.previous}: ${format(previous)}`,
    ]
      .filter(Boolean)
      .join(' · ')
  const point = points[index]
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.legend} aria-hidden="true">
        <span className={classes.names}>
          {hasPrevious && (
            <>
              <span className={classes.name}>{names.value}</span>
              <span className={classes.name} data-previous>
                {names.previous}
              </span>
            </>
          )}
        </span>
        <span className={classes.chosen}>{chosen !== null && point && textOf(point)}</span>
      </figcaption>
      <div className={classes.drawing} style={{ height }}>
        <div ref={place} aria-hidden="true">
          {['value', 'bar', 'previous', 'axis', 'line'].map((name) => (
            <span key={name} className={classes.sample} data-colour={name} />
          ))}
        </div>
        <input
          type="range"
          className={classes.points}
          aria-label={label}
          aria-valuetext={point ? textOf(point) : ''}
          min={0}
          max={Math.max(last, 0)}
          value={Math.max(index, 0)}
          onFocus={() => choose(index)}
          onBlur={() => plot.current?.setCursor({ left: -10, top: -10 })}
          onChange={(event) => choose(event.currentTarget.valueAsNumber)}
        />
      </div>
    </figure>
  )
}

const fromZero: UPlot.Range.Config = {
  min: { pad: 0.08, soft: 0, mode: 1 },
  max: { pad: 0.08, soft: 0, mode: 1 },
}

/** Steps of the axis of values: 1, 2 and 5 with their tens. Values are whole numbers, and so are their ticks. */
const wholeSteps = Array.from({ length: 15 }, (_, tens) => [1, 2, 5].map((step) => step * 10 ** tens)).flat()

function dataOf(points: readonly ChartPoint[]): UPlot.AlignedData {
  return [
    points.map((_, index) => index),
    points.map(({ value }) => value),
    points.map(({ previous }) => previous ?? null),
  ]
}

function seriesOf(kind: 'line' | 'bars', colour: (name: string) => () => string): UPlot.Series {
  const bars = UPlot.paths.bars?.({ size: [0.7, 32] })
  if (kind === 'bars' && bars) return { paths: bars, width: 1, fill: colour('bar'), points: { show: false } }
  return { width: 2, points: { size: 6, space: 16, fill: colour('value') } }
}

function axisOf(colour: (name: string) => () => string, element: Element): UPlot.Axis {
  return {
    stroke: colour('axis'),
    font: `12px ${getComputedStyle(element).fontFamily}`,
    gap: 6,
    ticks: { show: false },
    grid: { stroke: colour('line'), width: 1 },
  }
}

/** Returns the width of the widest text in CSS pixels. */
function widest(self: UPlot, texts: readonly string[]): number {
  const axis = self.axes[1]
  const font = Array.isArray(axis?.font) ? axis.font[0] : axis?.font
  if (typeof font === 'string') self.ctx.font = font
  return Math.max(0, ...texts.map((text) => self.ctx.measureText(text).width)) / devicePixelRatio
}
