import { addDays } from '@greenroom/contract/calendar-day'
import { formatInstant, zoneName, zoneOffset } from '@greenroom/contract/date-time'
import { formatDay } from '../../../ui/day-field-props.ts'

/** What a text says: a day, a time, or both. */
export interface ReadDateTime {
  /** YYYY-MM-DD. */
  day?: string
  /** HH:mm on a 24-hour clock. */
  time?: string
  /** The zone named beside the time, as typed, and how many minutes it is ahead of UTC. */
  zone?: { name: string; offset: number }
}

/** Why a text is refused, as a sentence. */
interface Refusal {
  refusal: string
}

interface ReadOptions {
  /** YYYY-MM-DD. */
  today: string
  /** Whether a day without a year, and a weekday, is the latest one instead of the next one. */
  isPast?: boolean
  /** Whether the field has no time. */
  isDay?: boolean
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
/** Minutes ahead of UTC. The names that browsers write for zones without a number are those of the United States. */
const zones: Record<string, number> = { ist: 330, utc: 0, gmt: 0, z: 0 }
for (const [place, letter] of [...'ecmp'].entries()) {
  zones[`${letter}st`] = -60 * (5 + place)
  zones[`${letter}dt`] = -60 * (4 + place)
}
const furthestOffset = 14 * 60
/** Nobody types a longer date. */
const longest = 100
const years = [1900, 2199] as const

/** Parts of a date and time; each takes the beginning of the text. */
const patterns = {
  iso: /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:t(?=\d)|(?!\d))/,
  numeric: /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/,
  clock:
    /^(\d{1,2})[:.h](\d{2})(?!\d)(?:[:.](\d{2})(?!\d)(?:\.\d+)?)? ?(?:([ap])\.?m?\b\.?|hrs?\b\.?|hours?\b|h\b)?/,
  hour: /^(\d{1,2}) ?([ap])(?:\.?m)?\b\.?/,
  military: /^(\d{1,2}?)(\d{2})? ?(?:hrs?|hours?|h)\b\.?/,
  word: /^(?:12 )?(noon|midnight)\b/,
  short: /^(\d{1,2})([-/])(\d{1,2})(?![\d/-])/,
  ahead: /^in (\d{1,3}) (day|week)s?\b/,
  zone: /^(?:(ist|utc|gmt|z|[ecmp][sd]t)|(?=[+-]))(?: ?([+-])(\d{1,2}):?(\d{2})?)?(?![a-z\d:])/,
  relative: /^(day after tomorrow|day before yesterday|today|tomorrow|tmrw|tom|yesterday)\b/,
  letters: /^(?:(next|this|coming|last) )?(\p{L}[\p{L}\p{M}]*)\.?/u,
  number: /^'?(\d+)(st|nd|rd|th)?(?![\p{N}])/u,
}

const relatives: Record<string, number> = {
  'day before yesterday': -2,
  yesterday: -1,
  today: 0,
  tomorrow: 1,
  tmrw: 1,
  tom: 1,
  'day after tomorrow': 2,
}

/**
 * Reads a day and a time as people type and paste them: "28 nov 5:30p", "28/11/2026 17:30", "28-Nov-2026 5 PM",
 * "2026-11-28T17:30", "next monday 5pm", or one of the two. Days are written before months. A day without a year is
 * the next one, a weekday the next after today. Seconds are left out.
 * @returns a refusal for anything else, for what does not exist, and for what contradicts itself
 */
export function readDateTime(typed: string, options: ReadOptions): ReadDateTime | Refusal {
  const found: Found = { numbers: [] }
  let rest = typed.length > longest ? '' : plain(typed)
  try {
    while (rest !== '') {
      const length = take(rest, found, options)
      if (length === 0) refuseAll(typed, options)
      rest = rest.slice(length)
      // The hyphen is the sign of an offset: 2026-11-28T17:30-05:00.
      const isOffset = found.isIso && found.time !== undefined && /^-\d/.test(rest)
      if (!isOffset) rest = rest.replace(/^[ ,./-]+/, '')
    }
    return resultOf(found, typed, options)
  } catch (reason) {
    if (reason instanceof Refused) return { refusal: reason.message }
    throw reason
  }
}

/**
 * Returns the moment of a day and a time, ISO 8601.
 * @param timeZone of a time that names none; undefined takes the viewer's
 * @returns a refusal where the clocks skip or repeat the time
 */
export function momentOf(
  { day, time, zone }: ReadDateTime & { day: string; time: string },
  timeZone?: string,
): { iso: string } | Refusal {
  const local = Date.parse(`${day}T${time}Z`)
  if (zone) return { iso: new Date(local - zone.offset * 60_000).toISOString() }
  // Clocks change at most once within two days.
  const offsets = [-1, 1].map((side) => zoneOffset(new Date(local + side * 86_400_000), timeZone))
  const moments = [...new Set(offsets)]
    .map((offset) => new Date(local - offset))
    .filter((moment) => moment.getTime() + zoneOffset(moment, timeZone) === local)
  const [first, second] = moments
  const text = `${twelveHours(time)} on ${formatDay(day)}`
  if (!first) {
    const after = new Date(local - (offsets[0] ?? 0))
    return {
      refusal: `The clocks skip ${text}: it becomes ${formatInstant(after, ', ', timeZone).slice(-8)} ${zoneName(after, timeZone)}. Choose a time before or after.`,
    }
  }
  if (second) {
    const names = [first, second].map((moment) => zoneName(moment, timeZone))
    return { refusal: `${text} occurs twice. Type ${names[0]} or ${names[1]} after the time.` }
  }
  return { iso: first.toISOString() }
}

/** 17:30 as 05:30 PM. */
export function twelveHours(time: string): string {
  const hours = Number(time.slice(0, 2))
  return `${String(hours % 12 || 12).padStart(2, '0')}${time.slice(2)} ${hours < 12 ? 'AM' : 'PM'}`
}

/** What has been found so far. */
interface Found {
  day?: string
  time?: string
  zone?: { name: string; offset: number }
  weekday?: number
  /** How a weekday is meant, if it is. */
  which?: string | undefined
  month?: number
  /** Numbers beside the name of a month: its day, and the year. */
  numbers: { value: number; text: string; isOrdinal: boolean }[]
  /** Two numbers that are a day and a month, or a time: 12.11. */
  either?: string
  isIso?: boolean
}

class Refused extends Error {}

function refuse(reason: string): never {
  throw new Refused(reason)
}

/** Takes the part at the beginning of a text and returns its length; 0 if there is none. */
function take(text: string, found: Found, options: ReadOptions): number {
  const match = (pattern: keyof typeof patterns) => {
    const parts = patterns[pattern].exec(text)
    return parts ? { length: parts[0].length, parts } : undefined
  }
  const iso = match('iso')
  if (iso) {
    const [, year, , month, day] = iso.parts
    setDay(found, dayOf(Number(year), Number(month), Number(day)))
    found.isIso = true
    return iso.length
  }
  const numeric = match('numeric')
  // A time with seconds has the same shape: 17.30.00.
  if (numeric && !(numeric.parts[2] === '.' && (found.day !== undefined || Number(numeric.parts[3]) > 12))) {
    const [, day, , month, year = ''] = numeric.parts
    setDay(found, dayOf(fullYear(year), Number(month), Number(day)))
    return numeric.length
  }
  const clock = match('clock')
  if (clock) return takeClock(clock.parts, found, options)
  const hour = match('hour')
  if (hour) {
    setTime(found, Number(hour.parts[1]), 0, hour.parts[2])
    return hour.length
  }
  const military = match('military')
  if (military) {
    setTime(found, Number(military.parts[1]), Number(military.parts[2] ?? 0))
    return military.length
  }
  const word = match('word')
  if (word) {
    setTime(found, word.parts[1] === 'noon' ? 12 : 0, 0)
    return word.length
  }
  const short = match('short')
  if (short) {
    setDay(found, yearless(Number(short.parts[3]), Number(short.parts[1]), options))
    return short.length
  }
  const ahead = match('ahead')
  if (ahead) {
    setDay(found, addDays(options.today, Number(ahead.parts[1]) * (ahead.parts[2] === 'week' ? 7 : 1)))
    return ahead.length
  }
  const relative = match('relative')
  if (relative) {
    setDay(found, addDays(options.today, relatives[relative.parts[1] ?? ''] ?? 0))
    return relative.length
  }
  const zone = match('zone')
  // A hyphen without a zone's name could also begin the end of a span: 17:30-18:00.
  if (
    zone &&
    found.time !== undefined &&
    !(zone.parts[1] === undefined && zone.parts[2] === '-' && !found.isIso)
  ) {
    const [name = '', known = '', sign, hours = '0', minutes = '0'] = zone.parts
    const size = Number(hours) * 60 + Number(minutes)
    const isNamed = zones[known] !== undefined && zones[known] !== 0
    if (size > furthestOffset || Number(minutes) > 59 || (sign && isNamed)) {
      refuse(`“${name.toUpperCase()}” is not a time zone.`)
    }
    const offset = sign === undefined ? (zones[known] ?? 0) : size * (sign === '-' ? -1 : 1)
    if (found.zone && found.zone.offset !== offset) refuse('There are two time zones. Type one.')
    found.zone ??= { name: name.toUpperCase(), offset }
    return zone.length
  }
  const letters = match('letters')
  if (letters) return takeLetters(letters.parts, text, found)
  const number = match('number')
  if (number) {
    const [, digits = '', ordinal] = number.parts
    found.numbers.push({ value: Number(digits), text: digits, isOrdinal: ordinal !== undefined })
    return number.length
  }
  return 0
}

/** Takes two numbers with a colon or a full stop. With a stop they can also be a day and a month. */
function takeClock(
  [all = '', hours, minutes, seconds, half]: RegExpExecArray,
  found: Found,
  options: ReadOptions,
) {
  const isClock = /[:h]/.test(all) || seconds !== undefined || half !== undefined
  if (Number(seconds ?? 0) > 59) refuse(`There is no time ${all.trim()}.`)
  const canBeDay = !isClock && Number(minutes) >= 1 && Number(minutes) <= 12
  if (canBeDay && found.day === undefined && found.month === undefined && found.weekday === undefined) {
    if (Number(hours) > 23) setDay(found, yearless(Number(minutes), Number(hours), options))
    else if (Number(hours) === 0) setTime(found, 0, Number(minutes))
    else if (found.either === undefined) found.either = all.trim()
    else refuseEither(found.either)
  } else setTime(found, Number(hours), Number(minutes), half)
  return all.length
}

function takeLetters([all, which, name = '']: RegExpExecArray, text: string, found: Found): number {
  if (!which && /^(?:at|on|of|the)$/.test(name)) return all.length
  const placeIn = (names: string[]) => (name.length < 3 ? -1 : names.findIndex((one) => one.startsWith(name)))
  const month = which ? -1 : placeIn(months)
  const weekday = name === 'weds' ? 3 : placeIn(weekdays)
  if (weekday >= 0) {
    if (found.weekday !== undefined) refuse('There are two weekdays. Type one day.')
    found.weekday = weekday
    found.which = which
  } else if (month >= 0) {
    if (found.month !== undefined) refuse('There are two months. Type one day.')
    found.month = month + 1
  } else if (found.month === undefined && (found.numbers.length > 0 || /\d/.test(text))) {
    refuse(`“${name}” is not a month or a weekday.`)
  } else if (found.time !== undefined) {
    refuse(`“${name.toUpperCase()}” is not a known time zone. Type IST, UTC or an offset such as GMT+4.`)
  } else return 0
  return all.length
}

function resultOf(found: Found, typed: string, options: ReadOptions): ReadDateTime | Refusal {
  if (found.either !== undefined) {
    const [first, second] = found.either.split('.').map(Number)
    const hasDay = [found.day, found.month, found.weekday].some((one) => one !== undefined)
    if (found.time === undefined && hasDay) {
      setTime(found, first ?? 0, second ?? 0)
    } else if (found.time !== undefined || options.isDay) {
      setDay(found, yearless(second ?? 0, first ?? 0, options))
    } else {
      refuseEither(found.either)
    }
  }
  takeNumbers(found, typed, options)
  takeWeekday(found, options)
  const { day, time, zone } = found
  if (options.isDay && time !== undefined) refuse('This field has a day without a time.')
  if (day === undefined && time === undefined) refuseAll(typed, options)
  return { ...(day && { day }), ...(time && { time }), ...(zone && { zone }) }
}

/** Makes a day of the name of a month and the numbers beside it. */
function takeNumbers(found: Found, typed: string, options: ReadOptions): void {
  const { month, numbers } = found
  if (month === undefined) {
    const [number] = numbers
    if (!number) return
    const isHour = numbers.length === 1 && number.value <= 24 && !number.isOrdinal
    if (isHour && found.time === undefined && !options.isDay) refuseHour(number.text)
    refuseAll(typed, options)
  }
  const name = nameOf(month)
  const [one, other, more] = numbers
  if (!one || (!other && one.value > 31)) refuse(`Type the day of ${name}, such as 28 ${name}.`)
  if (more) refuse(`“${more.text}” is one number too many. ${exampleOf(options)}`)
  if (!other) {
    setDay(found, yearless(month, one.value, options))
    return
  }
  const isReversed = one.text.length === 4
  const [day, year] = isReversed ? [other, one] : [one, other]
  if (year.text.length === 1 || year.isOrdinal) refuseHour(year.text)
  setDay(found, dayOf(fullYear(year.text), month, day.value))
}

/** Compares the weekday with the day, or makes a day of it. */
function takeWeekday(found: Found, { today, isPast = false }: ReadOptions): void {
  const { weekday, which } = found
  if (weekday === undefined) return
  const name = capital(weekdays[weekday] ?? '')
  if (found.day !== undefined) {
    const actual = weekdayOf(found.day)
    if (actual !== weekday)
      refuse(`${formatDay(found.day)} is a ${capital(weekdays[actual] ?? '')}, not a ${name}.`)
    return
  }
  const distance = (weekday - weekdayOf(today) + 7) % 7
  const [next, last] = [addDays(today, distance || 7), addDays(today, distance - 7)]
  if (which !== 'next' && which !== 'last') {
    setDay(found, which === 'this' && distance === 0 ? today : isPast && which === undefined ? last : next)
    return
  }
  // Some mean the nearest one, others the one in the week after or before this one, from Monday.
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7))
  const inWeek = addDays(monday, (which === 'next' ? 7 : -7) + ((weekday + 6) % 7))
  const nearest = which === 'next' ? next : last
  if (nearest !== inWeek) {
    const both = [nearest, inWeek].sort().map(formatDay).join(' or ')
    refuse(`“${which} ${name}” can be ${both}. Type the day.`)
  }
  setDay(found, nearest)
}

function setDay(found: Found, day: string): void {
  if (found.day !== undefined) refuse('There are two days. Type one.')
  found.day = day
}

function setTime(found: Found, hours: number, minutes: number, half?: string): void {
  const written = `${hours}:${twoDigits(minutes)}`
  if (found.time !== undefined) refuse('There are two times. Type one.')
  if (half !== undefined && (hours < 1 || hours > 12)) {
    refuse(`There is no ${hours} ${half.toUpperCase()}M. With AM or PM the hour is 1 to 12.`)
  }
  if (hours > 23 || minutes > 59) refuse(`There is no time ${written}.`)
  const hour = half === undefined ? hours : (hours % 12) + (half === 'p' ? 12 : 0)
  found.time = `${twoDigits(hour)}:${twoDigits(minutes)}`
}

/** Returns the next such day, or the latest. */
function yearless(month: number, day: number, { today, isPast = false }: ReadOptions): string {
  const year = Number(today.slice(0, 4))
  const both = [year, year + (isPast ? -1 : 1)]
  const existing = both.filter((one) => isDayOf(one, month, day)).map((one) => dayOf(one, month, day))
  const found = existing.find((one) => (isPast ? one <= today : one >= today))
  if (found === undefined && month === 2 && day === 29) {
    refuse(`There is no 29 February in ${[...both].sort().join(' or ')}. Type the year.`)
  }
  return found ?? dayOf(year, month, day)
}

/** @returns a day that exists */
function dayOf(year: number, month: number, day: number): string {
  if (year < years[0] || year > years[1]) refuse(`The year ${year} is not between ${years.join(' and ')}.`)
  if (month < 1 || month > 12) {
    refuse(`There is no month ${month}. Type the day before the month, such as 28/11/2026.`)
  }
  if (!isDayOf(year, month, day)) refuse(`There is no ${day} ${nameOf(month)} in ${year}.`)
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

function isDayOf(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function fullYear(year: string): number {
  if (year.length !== 2 && year.length !== 4) refuse(`“${year}” is not a year.`)
  return Number(year.length === 2 ? `20${year}` : year)
}

/** 0 for Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00Z`).getUTCDay()
}

/** Makes one spelling of digits, spaces, dashes and quotation marks of all scripts. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replace(/[\p{Cf}"|,()]/gu, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[’‘`]/g, "'")
    .toLowerCase()
    .replace(/([ap])\. ?m\b/g, '$1m')
    .replace(/\bindian? standard time\b/g, 'ist')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns the value of a digit of any script: each script has its ten digits in a row, from 0. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return code - zero
}

function refuseAll(typed: string, options: ReadOptions): never {
  const text = typed.trim()
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text
  refuse(`“${shown}” is not a ${options.isDay ? 'day' : 'date and time'}. ${exampleOf(options)}`)
}

function refuseHour(text: string): never {
  refuse(`Is ${text} an hour? Type AM or PM after it.`)
}

function refuseEither(text: string): never {
  refuse(`“${text}” can be a day or a time. Type ${text.replace('.', '/')} or ${text.replace('.', ':')}.`)
}

function exampleOf({ isDay }: ReadOptions): string {
  return `Type it as 28 Nov ${isDay ? '2026' : '5:30 PM'}.`
}

function nameOf(month: number): string {
  return capital(months[month - 1] ?? '')
}

function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
