import {
  type FillingSession,
  type FillingSum,
  fillingDays,
} from '@greenroom/contract/sessions/registration/filling.schema'
import type { TableColumn, TableRow } from '../../../platform/table-file/table-column.ts'
import type { FillingRow } from './filling.repository.ts'

const dayMs = 86_400_000
/** Days before the start, the first one first. */
const days = Array.from({ length: fillingDays + 1 }, (_, n) => fillingDays - n)

/**
 * Presents sessions with the seats that were held on each day before their start.
 * @param rows those of a session follow each other
 * @param now later days are unknown
 */
export function presentFilling(rows: readonly FillingRow[], now: Date): FillingSession[] {
  const bySession = new Map<string, FillingRow[]>()
  for (const row of rows) bySession.set(row.id, [...(bySession.get(row.id) ?? []), row])
  return [...bySession.values()].flatMap((of) => {
    const [first] = of
    if (!first) return []
    const { id, kind, title, start_time, seats } = first
    const start = Date.parse(start_time)
    return {
      _id: id,
      kind,
      title,
      start_time,
      seats,
      held: days.map((day) => {
        if (start - day * dayMs > now.getTime()) return null
        // Somebody holds a seat from when they took it until they gave it back.
        const holding = of.filter(
          ({ taken, given_back }) =>
            taken !== null && taken >= day && (given_back === null || given_back < day),
        )
        return holding.reduce((sum, { people }) => sum + people, 0)
      }),
    }
  })
}

/** Adds up sessions that have begun; a single session is its own sum. */
export function sumFilling(sessions: readonly FillingSession[], isSingle: boolean): FillingSum {
  const added = isSingle ? sessions : sessions.filter(({ held }) => held.at(-1) !== null)
  const hasLimit = added.length > 0 && added.every(({ seats }) => seats !== null)
  const sum = (values: (number | null)[]) =>
    values.some((value) => value === null)
      ? null
      : values.reduce<number>((all, value) => all + (value ?? 0), 0)
  const held = days.map((_, place) =>
    added.length === 0 ? 0 : sum(added.map((session) => session.held[place] ?? null)),
  )
  return {
    sessions: added.length,
    has_limit: hasLimit,
    of: hasLimit ? sum(added.map(({ seats }) => seats)) : (held.at(-1) ?? null),
    held,
  }
}

const kinds = { masterclass: 'Masterclass', event: 'Event', webinar: 'Webinar' } as const

export const fillingColumns: TableColumn[] = [
  { heading: 'Session', kind: 'text' },
  { heading: 'Kind', kind: 'text' },
  { heading: 'Starts on', kind: 'day' },
  { heading: 'Seats', kind: 'integer' },
  ...days.map(
    (day): TableColumn => ({
      heading: day === 0 ? 'At the start' : `${day} ${day === 1 ? 'day' : 'days'} before`,
      kind: 'integer',
    }),
  ),
]

/** Returns the cells of a session, in the order of the columns. */
export function fillingCells({ title, kind, seats, held }: FillingSession, day: string): TableRow {
  const text = (value: number | null) => (value === null ? null : `${value}`)
  return [title, kinds[kind], day, text(seats), ...held.map(text)]
}
