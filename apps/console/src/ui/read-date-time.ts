/** What a text says: a day, a time, or both. */
export interface ReadDateTime {
  /** YYYY-MM-DD. */
  day?: string
  /** HH:mm on a 24-hour clock. */
  time?: string
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/**
 * Reads a day and a time as people type them: "28 nov 5:30p", "28/11/2026 17:30", "tomorrow 7 pm", "sat 11am", or one
 * of the two. Days are written day first. A day without a year is the next one, a weekday the next after today.
 * @param today YYYY-MM-DD
 * @returns null for anything else, and for days and times that do not exist
 */
export function readDateTime(text: string, today: string): ReadDateTime | null {
  let rest = text
    .toLowerCase()
    .replace(/[,|]|\bat\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const read: ReadDateTime = {}
  const time = takeTime(rest)
  if (time) {
    if (time.time === null) return null
    read.time = time.time
    rest = time.rest
  }
  if (rest !== '') {
    const day = readDay(rest, today)
    if (day === null) return null
    read.day = day
  }
  return read.day === undefined && read.time === undefined ? null : read
}

/** Finds a time at the end or at the beginning of a text. Its time is null if it does not exist. */
function takeTime(text: string): { time: string | null; rest: string } | undefined {
  const clock = String.raw`(\d{1,2})(?:[:.](\d{2}))?\s?([ap])(?:\.?m\.?)?|(\d{1,2}):(\d{2})|(noon|midnight)`
  const found =
    new RegExp(`^(.*?)(?:^|\\s)(?:${clock})$`).exec(text) ?? new RegExp(`^()(?:${clock})\\s(.*)$`).exec(text)
  if (!found) return undefined
  const [, before = '', hour, minute = '00', half, hour24, minute24, word, after = ''] = found
  const rest = `${before} ${after}`.trim()
  if (word !== undefined) return { time: word === 'noon' ? '12:00' : '00:00', rest }
  if (hour24 !== undefined) return { time: timeOf(Number(hour24), Number(minute24)), rest }
  const onDial = Number(hour)
  if (onDial < 1 || onDial > 12) return { time: null, rest }
  return { time: timeOf((onDial % 12) + (half === 'p' ? 12 : 0), Number(minute)), rest }
}

function timeOf(hours: number, minutes: number): string | null {
  return hours > 23 || minutes > 59 ? null : `${twoDigits(hours)}:${twoDigits(minutes)}`
}

function readDay(text: string, today: string): string | null {
  if (text === 'today') return today
  if (/^(tomorrow|tmrw|tom)$/.test(text)) return addDays(today, 1)
  const weekday = text.length < 3 ? -1 : weekdays.findIndex((name) => name.startsWith(text))
  if (weekday >= 0) return addDays(today, (weekday - new Date(`${today}T00:00Z`).getUTCDay() + 7) % 7 || 7)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numeric = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{2}|\d{4}))?$/.exec(text)
  if (numeric) return withYear(numeric[3], Number(numeric[2]), Number(numeric[1]), today)
  const named =
    /^(?:[a-z]{3,9} )?(\d{1,2})(?:st|nd|rd|th)? ?([a-z]{3,9})(?: (\d{2}|\d{4}))?$/.exec(text) ??
    reordered(/^([a-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?$/.exec(text))
  if (!named) return null
  const month = months.indexOf((named[2] ?? '').slice(0, 3)) + 1
  return month === 0 ? null : withYear(named[3], month, Number(named[1]), today)
}

/** Puts the day before the month. */
function reordered(found: RegExpExecArray | null): (string | undefined)[] | null {
  return found && [found[0], found[2], found[1], found[3]]
}

/** Returns the day in the given year; without one in this year, or in the next if it has passed. */
function withYear(year: string | undefined, month: number, day: number, today: string): string | null {
  if (year !== undefined) return dayOf(Number(year.length === 2 ? `20${year}` : year), month, day)
  const thisYear = Number(today.slice(0, 4))
  const found = dayOf(thisYear, month, day)
  return found !== null && found >= today ? found : dayOf(thisYear + 1, month, day)
}

/** Returns null for a day that does not exist. */
function dayOf(year: number, month: number, day: number): string | null {
  // Date.UTC takes the years below 100 as those of the last century.
  if (year < 1000) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : null
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
