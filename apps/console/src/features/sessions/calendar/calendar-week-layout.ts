import { dayIn } from '@greenroom/contract/calendar-day'
import type { CalendarSession } from '@greenroom/contract/sessions/calendar/calendar.schema'
import { minuteOfDay } from './calendar-names.ts'

/** The hours that a week shows at least. */
const usualHours = { from: 9, to: 21 }
const minutesPerDay = 1440
/** A shorter session is drawn this long, so that it can be read and pressed. */
const shortestMinutes = 30
/** What a session over another one must leave of it: the first lines. */
const headMinutes = 45

/** A session in the hours of a day. */
export interface Block {
  session: CalendarSession
  /** Minutes since midnight. */
  from: number
  to: number
  /** Its lane among those of the sessions at that time, the first one is 0. */
  lane: number
  lanes: number
  /** How many lanes it fills: those to its right too, where nothing else takes place. */
  width: number
  /** How many clashing sessions of the same account lie below it in its lane. */
  depth: number
}

export interface WeekDay {
  /** Sessions of a day or longer, which are above the hours. */
  long: CalendarSession[]
  blocks: Block[]
}

/**
 * Places the sessions of a day. Sessions at the same time are beside each other, in lanes. Sessions that overlap on one
 * account share a lane, so that they are seen to clash, unless one would hide the head of the other.
 * @param sessions the earliest first
 */
export function weekDay(sessions: readonly CalendarSession[], day: string, timeZone: string): WeekDay {
  const isLong = ({ start_time, end_time }: CalendarSession) =>
    Date.parse(end_time) - Date.parse(start_time) >= minutesPerDay * 60_000
  const spans = sessions
    .filter((session) => !isLong(session))
    .map((session) => ({ session, ...spanOf(session, day, timeZone) }))
    .sort((one, other) => one.from - other.from || other.to - one.to)
  return { long: sessions.filter(isLong), blocks: together(spans).flatMap(placed) }
}

/** Returns the hours that contain the sessions of all days. */
export function shownHours(days: readonly WeekDay[]): { from: number; to: number } {
  const blocks = days.flatMap((day) => day.blocks)
  return {
    from: Math.min(usualHours.from, ...blocks.map(({ from }) => Math.floor(from / 60))),
    to: Math.max(usualHours.to, ...blocks.map(({ to }) => Math.ceil(to / 60))),
  }
}

type Span = Pick<Block, 'session' | 'from' | 'to'>

function spanOf({ start_time, end_time }: CalendarSession, day: string, zone: string) {
  const [start, end] = [new Date(start_time), new Date(end_time)]
  const from = dayIn(start, zone) < day ? 0 : minuteOfDay(start, zone)
  const to = dayIn(end, zone) > day ? minutesPerDay : minuteOfDay(end, zone)
  const first = Math.min(from, minutesPerDay - shortestMinutes)
  return { from: first, to: Math.max(to, first + shortestMinutes) }
}

/** Groups sessions that overlap directly or through others. */
function together(spans: readonly Span[]): Span[][] {
  const groups: Span[][] = []
  let end = -1
  for (const span of spans) {
    if (span.from >= end) groups.push([])
    groups.at(-1)?.push(span)
    end = Math.max(end, span.to)
  }
  return groups
}

function placed(group: readonly Span[]): Block[] {
  const lanes: Block[][] = []
  for (const span of group) {
    const lane = laneFor(span, lanes)
    const others = lanes[lane] ?? []
    const depth = others.filter(({ to }) => to > span.from).length
    lanes[lane] = [...others, { ...span, lane, lanes: 0, width: 1, depth }]
  }
  return lanes
    .flat()
    .map((block) => ({ ...block, lanes: lanes.length, width: widthOf(block, lanes) }))
    .sort((one, other) => one.from - other.from || one.lane - other.lane)
}

function widthOf({ lane, from, to }: Block, lanes: readonly Block[][]): number {
  const right = lanes.slice(lane + 1)
  const taken = right.findIndex((other) => other.some((block) => block.from < to && block.to > from))
  return 1 + (taken === -1 ? right.length : taken)
}

/** Returns the first lane that takes a session, preferably one of its account. */
function laneFor({ session, from }: Span, lanes: readonly Block[][]): number {
  const isOfAccount = (block: Block) =>
    block.session.kind !== 'event' && block.session.zoom_hub_name === session.zoom_hub_name
  const takes = (lane: readonly Block[]) =>
    lane.every(
      (block) =>
        block.to <= from ||
        (session.zoom_hub_name !== null && isOfAccount(block) && from - block.from >= headMinutes),
    )
  const free = lanes.flatMap((lane, place) => (takes(lane) ? [place] : []))
  return free.find((place) => lanes[place]?.some(isOfAccount)) ?? free[0] ?? lanes.length
}
