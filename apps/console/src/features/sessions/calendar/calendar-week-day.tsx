import { businessTimeZone } from '../../../lib/dates.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { hourName, minuteOfDay } from './calendar-names.ts'
import { SessionBlock, SessionLine } from './calendar-session.tsx'
import classes from './calendar-week-day.module.css'
import type { Block, WeekDay } from './calendar-week-layout.ts'

/** Pixels. The first line and two lines of the title fit into an hour. */
const hourHeight = 50
/** How far a clashing session is to the right of the one below it, in pixels. */
const shift = 12
/** A session of fewer minutes has room for one line. */
const oneLineMinutes = 45

interface Hours {
  from: number
  to: number
}

interface WeekHoursProps {
  day: string
  /** Undefined while the sessions load. */
  content: WeekDay | undefined
  hours: Hours
  /** The number of sessions above the hours, of the day that has the most. */
  longest: number
  titles: ReadonlyMap<string, string>
  isToday: boolean
  /** Milliseconds. */
  now: number
}

/** The content of a day of a week: its sessions by the hour, in lanes where they overlap (OQ-664). */
export function WeekDayHours({ day, content, hours, longest, titles, isToday, now }: WeekHoursProps) {
  const session = { day, now, titles }
  const minute = minuteOfDay(new Date(now), businessTimeZone())
  return (
    <>
      {longest > 0 && (
        <ul className={classes.long} style={{ height: longHeight(longest) }}>
          {content?.long.map((one) => (
            <li key={one._id}>
              <SessionLine session={one} {...session} />
            </li>
          ))}
        </ul>
      )}
      <div className={classes.hours} style={{ height: heightOf(hours) }} data-waits={!content || undefined}>
        {content === undefined && <Skeleton height={hourHeight} />}
        <ul>
          {content?.blocks.map((block) => (
            <li key={block.session._id}>
              <SessionBlock
                session={block.session}
                {...session}
                isShort={block.to - block.from < oneLineMinutes}
                style={placeOf(block, hours)}
              />
            </li>
          ))}
        </ul>
        {isToday && content && minute >= hours.from * 60 && minute < hours.to * 60 && (
          <div
            className={classes.now}
            data-now
            style={{ top: pixels(minute - hours.from * 60) }}
            aria-hidden="true"
          />
        )}
      </div>
    </>
  )
}

/** The hours beside the days of a week. @param hours undefined while the sessions load */
export function HourScale({ hours, longest }: { hours: Hours | undefined; longest: number }) {
  if (hours === undefined) return null
  return (
    <div className={classes.scale} style={{ marginTop: longHeight(longest) }}>
      {Array.from({ length: hours.to - hours.from }, (_hour, place) => hours.from + place).map((hour) => (
        <span key={hour} style={{ height: hourHeight }}>
          {hourName(hour)}
        </span>
      ))}
    </div>
  )
}

/** Of the lines above the hours, in pixels. */
function longHeight(lines: number): number {
  return lines === 0 ? 0 : lines * 26 + 3
}

function heightOf({ from, to }: Hours): number {
  // The border below is the last line.
  return (to - from) * hourHeight - 1
}

function pixels(minutes: number): number {
  return (minutes / 60) * hourHeight
}

function placeOf({ from, to, lane, lanes, width, depth }: Block, hours: Hours) {
  const share = 100 / lanes
  return {
    top: pixels(from - hours.from * 60),
    height: pixels(to - from) - 1,
    left: `calc(${lane * share}% + ${depth * shift}px)`,
    width: `calc(${width * share}% - ${depth * shift + 1}px)`,
  }
}
