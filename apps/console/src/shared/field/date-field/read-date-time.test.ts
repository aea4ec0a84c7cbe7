import { describe, expect, it } from 'vitest'
import { momentOf, type ReadDateTime, readDateTime } from './read-date-time.ts'

// A Sunday.
const today = '2026-11-22'
const nextDay = '2026-11-23'
const day = '2026-11-28'

function read(text: string, options: Partial<Parameters<typeof readDateTime>[1]> = {}) {
  return readDateTime(text, { today, ...options })
}

/** The day and the time of a text: "2026-11-28 17:30", each missing part as "-". */
function partsOf(text: string, options?: Parameters<typeof read>[1]): string {
  const found = read(text, options)
  if ('refusal' in found) return found.refusal
  return `${found.day ?? '-'} ${found.time ?? '-'}${found.zone ? ` ${found.zone.offset}` : ''}`
}

/** Every way to write the 28th, with every way to write half past five in the afternoon, is tried below. */
const days: [string, string][] = [
  ['28 nov', day],
  ['28 Nov', day],
  ['28 NOV 2026', day],
  ['28 Nov. 2026', day],
  ["28 Nov '26", day],
  ['28 nov 26', day],
  ['28 November 2026', day],
  ['28 november, 2026', day],
  ['28th November', day],
  ['28th of November 2026', day],
  ['the 28th of nov', day],
  ['28nov', day],
  ['28nov2026', day],
  ['28-Nov-2026', day],
  ['28-nov-26', day],
  ['28/Nov/2026', day],
  ['28.Nov.2026', day],
  ['28–Nov–2026', day],
  ['Nov 28', day],
  ['November 28, 2026', day],
  ['nov 28th 2026', day],
  ['2026 Nov 28', day],
  ['28/11/2026', day],
  ['28/11/26', day],
  ['28/11', day],
  ['28-11-2026', day],
  ['28-11-26', day],
  ['28-11', day],
  ['28.11.2026', day],
  ['28.11.26', day],
  ['28.11', day],
  ['2026-11-28', day],
  ['2026/11/28', day],
  ['2026.11.28', day],
  ['sat', day],
  ['Saturday', day],
  ['on Saturday', day],
  ['this saturday', day],
  ['coming saturday', day],
  ['sat 28 nov', day],
  ['Sat, 28 Nov 2026', day],
  ['Saturday 28/11/2026', day],
  ['28 nov sat', day],
  ['in 6 days', day],
  ['today', today],
  ['tomorrow', nextDay],
  ['tmrw', nextDay],
  ['tom', nextDay],
  ['day after tomorrow', '2026-11-24'],
  ['yesterday', '2026-11-21'],
  ['monday', nextDay],
  ['mon', nextDay],
  ['next monday', nextDay],
  ['tues', '2026-11-24'],
  ['weds', '2026-11-25'],
  ['thurs', '2026-11-26'],
  ['in 1 week', '2026-11-29'],
  ['२८ nov', day],
  ['२८/११/२०२६', day],
  ['２８／１１／２０２６', day],
  ['٢٨/١١/٢٠٢٦', day],
  ['28\u00a0Nov\u00a02026', day],
  ['28\u202fNov\u20092026', day],
  ['\u200e28/11/2026\u200e', day],
  ['\ufeff28 nov', day],
]

const times: [string, string][] = [
  ['5:30 pm', '17:30'],
  ['5:30pm', '17:30'],
  ['05:30 PM', '17:30'],
  ['5:30p', '17:30'],
  ['5.30pm', '17:30'],
  ['5.30 p.m.', '17:30'],
  ['5:30 P.M.', '17:30'],
  ['5:30 P. M.', '17:30'],
  ['17:30', '17:30'],
  ['17.30', '17:30'],
  ['17h30', '17:30'],
  ['17:30 hrs', '17:30'],
  ['17.30 Hrs.', '17:30'],
  ['1730 hrs', '17:30'],
  ['1730hrs', '17:30'],
  ['1730h', '17:30'],
  ['17:30:00', '17:30'],
  ['17.30.00', '17:30'],
  ['5:30:15 pm', '17:30'],
  ['at 5:30 pm', '17:30'],
  ['१७:३०', '17:30'],
  ['１７：３０', '17:30'],
  ['5:30\u202fPM', '17:30'],
  ['5 pm', '17:00'],
  ['5pm', '17:00'],
  ['17 hrs', '17:00'],
  ['0530 hrs', '05:30'],
  ['530 hrs', '05:30'],
  ['noon', '12:00'],
  ['12 noon', '12:00'],
  ['midnight', '00:00'],
  ['12 am', '00:00'],
  ['12a', '00:00'],
  ['12p', '12:00'],
  ['00:05', '00:05'],
  ['23:59', '23:59'],
  ['9:15', '09:15'],
]

describe('a typed day with a typed time', () => {
  it.each(days)('reads “%s”, alone and beside each time', (text, expected) => {
    expect(partsOf(text)).toBe(`${expected} -`)
    for (const [time, at] of times) {
      for (const both of [`${text} ${time}`, `${text}, ${time}`, `${time} ${text}`, `${text} | ${time}`]) {
        expect(`${both}: ${partsOf(both)}`).toBe(`${both}: ${expected} ${at}`)
      }
    }
  })

  it.each(times)('reads “%s” alone', (text, expected) => {
    expect(partsOf(text)).toBe(`- ${expected}`)
  })

  it.each([
    ['28-Nov-2026 5 PM', '2026-11-28 17:00'],
    ['2026-11-28T17:30', '2026-11-28 17:30'],
    ['2026-11-28T17:30:00', '2026-11-28 17:30'],
    ['28 Nov 2026, 05:30 PM IST', '2026-11-28 17:30 330'],
    ['28 Nov 2026 | 05:30 PM EST', '2026-11-28 17:30 -300'],
    ['28 Nov 2026 05:30 PM (IST)', '2026-11-28 17:30 330'],
    ['28 Nov 2026 05:30 PM IST (GMT+5:30)', '2026-11-28 17:30 330'],
    ['28 Nov 2026 05:30 PM GMT+5:30', '2026-11-28 17:30 330'],
    ['28 Nov 2026 17:30 GMT +5:30', '2026-11-28 17:30 330'],
    ['28 Nov 2026 17:30 UTC+0530', '2026-11-28 17:30 330'],
    ['28 Nov 2026 17:30 UTC', '2026-11-28 17:30 0'],
    ['28 Nov 2026 17:30 +05:30', '2026-11-28 17:30 330'],
    ['17:30 GMT+4 28 nov', '2026-11-28 17:30 240'],
    ['2026-11-28T17:30Z', '2026-11-28 17:30 0'],
    ['2026-11-28T17:30:00.000Z', '2026-11-28 17:30 0'],
    ['2026-11-28T17:30:00+05:30', '2026-11-28 17:30 330'],
    ['2026-11-28T17:30:00-05:00', '2026-11-28 17:30 -300'],
    ['2026-11-28 17:30:00 +0530', '2026-11-28 17:30 330'],
    ['Sat Nov 28 2026 17:30:00 GMT+0530 (India Standard Time)', '2026-11-28 17:30 330'],
    ['next monday 5pm', '2026-11-23 17:00'],
    ['12.11 5.30', '2027-11-12 05:30'],
    ['5pm 12.11', '2027-11-12 17:00'],
    ['28 nov 12.11', '2026-11-28 12:11'],
    ['12.11 28 nov', '2026-11-28 12:11'],
    ['3 jan 8p', '2027-01-03 20:00'],
    ['22 nov 8p', '2026-11-22 20:00'],
    ['1 nov 2026 8p', '2026-11-01 20:00'],
    ['29 feb 2028 5p', '2028-02-29 17:00'],
    ['sunday 9:15', '2026-11-29 09:15'],
    ['this sunday 9:15', '2026-11-22 09:15'],
  ])('reads “%s” as %s', (text, expected) => {
    expect(partsOf(text)).toBe(expected)
  })

  it.each([
    ['mon 28 nov 2026', '28 Nov 2026 is a Saturday, not a Monday.'],
    ['28 nov friday 5pm', '28 Nov 2026 is a Saturday, not a Friday.'],
    ['monday tomorrow 5pm', undefined],
    ['tuesday tomorrow 5pm', '23 Nov 2026 is a Monday, not a Tuesday.'],
    ['12 marx', '“marx” is not a month or a weekday.'],
    ['12 marx 2026 5pm', '“marx” is not a month or a weekday.'],
    ['marx 12', '“marx” is not a month or a weekday.'],
    ['28 now 5p', '“now” is not a month or a weekday.'],
    ['28 novembre', '“novembre” is not a month or a weekday.'],
    ['12 ma', '“ma” is not a month or a weekday.'],
    ['31 nov 5p', 'There is no 31 November in 2026.'],
    ['31/11/2026', 'There is no 31 November in 2026.'],
    ['0 nov', 'There is no 0 November in 2026.'],
    ['29 feb 5p', 'There is no 29 February in 2026 or 2027. Type the year.'],
    ['29 feb 2027 5p', 'There is no 29 February in 2027.'],
    ['2026-02-30', 'There is no 30 February in 2026.'],
    ['11/28/2026', 'There is no month 28. Type the day before the month, such as 28/11/2026.'],
    ['13/13 5p', 'There is no month 13. Type the day before the month, such as 28/11/2026.'],
    ['1/1/0026 5p', 'The year 26 is not between 1900 and 2199.'],
    ['28 nov 1730', 'The year 1730 is not between 1900 and 2199.'],
    ['31/12/9999', 'The year 9999 is not between 1900 and 2199.'],
    ['28 nov 026', '“026” is not a year.'],
    ['28 nov 25:00', 'There is no time 25:00.'],
    ['28 nov 24:00', 'There is no time 24:00.'],
    ['28 nov 17:60', 'There is no time 17:60.'],
    ['28 nov 17:30:60', 'There is no time 17:30:60.'],
    ['2460 hrs', 'There is no time 24:60.'],
    ['28 nov 13p', 'There is no 13 PM. With AM or PM the hour is 1 to 12.'],
    ['28 nov 17:30 pm', 'There is no 17 PM. With AM or PM the hour is 1 to 12.'],
    ['28 nov 17:30 am', 'There is no 17 AM. With AM or PM the hour is 1 to 12.'],
    ['28 nov 0:30 am', 'There is no 0 AM. With AM or PM the hour is 1 to 12.'],
    ['28 nov 5:75p', 'There is no time 5:75.'],
    ['28 nov 5', 'Is 5 an hour? Type AM or PM after it.'],
    ['sat 5', 'Is 5 an hour? Type AM or PM after it.'],
    ['tomorrow at 7', 'Is 7 an hour? Type AM or PM after it.'],
    ['nov 2026', 'Type the day of November, such as 28 November.'],
    ['november', 'Type the day of November, such as 28 November.'],
    ['28 nov 2026 5', '“5” is one number too many. Type it as 28 Nov 5:30 PM.'],
    ['12.11', '“12.11” can be a day or a time. Type 12/11 or 12:11.'],
    ['5.10', '“5.10” can be a day or a time. Type 5/10 or 5:10.'],
    ['28 nov 29 nov', 'There are two months. Type one day.'],
    ['28/11 29/11', 'There are two days. Type one.'],
    ['today tomorrow', 'There are two days. Type one.'],
    ['sat sun', 'There are two weekdays. Type one day.'],
    ['28 nov 5pm 6pm', 'There are two times. Type one.'],
    ['28 nov 5pm - 6pm', 'There are two times. Type one.'],
    ['28 nov 17:30-18:30', 'There are two times. Type one.'],
    ['28-30 nov 5pm', 'There is no month 30. Type the day before the month, such as 28/11/2026.'],
    ['next friday 5pm', '“next Friday” can be 27 Nov 2026 or 4 Dec 2026. Type the day.', '2026-11-25'],
    ['last friday', '“last Friday” can be 20 Nov 2026 or 27 Nov 2026. Type the day.', '2026-11-28'],
    ['28 nov 5pm cet', '“CET” is not a known time zone. Type IST, UTC or an offset such as GMT+4.'],
    ['28 nov 5pm GMT+15', '“GMT+15” is not a time zone.'],
    ['28 nov 5pm GMT+5:75', '“GMT+5:75” is not a time zone.'],
    ['28 nov 5pm IST UTC', 'There are two time zones. Type one.'],
    ['28 nov 5pm IST+1', '“IST+1” is not a time zone.'],
    ['', '“” is not a date and time. Type it as 28 Nov 5:30 PM.'],
    ['soon', '“soon” is not a date and time. Type it as 28 Nov 5:30 PM.'],
    ['28', '“28” is not a date and time. Type it as 28 Nov 5:30 PM.'],
    ['28th', '“28th” is not a date and time. Type it as 28 Nov 5:30 PM.'],
    ['1730', '“1730” is not a date and time. Type it as 28 Nov 5:30 PM.'],
    ['next week', '“next week” is not a date and time. Type it as 28 Nov 5:30 PM.'],
    ['😀', '“😀” is not a date and time. Type it as 28 Nov 5:30 PM.'],
  ])('refuses “%s” with the reason', (text, reason, on = today) => {
    if (reason === undefined) expect(partsOf(text)).toBe('2026-11-23 17:00')
    else expect(read(text, { today: on })).toEqual({ refusal: reason })
  })

  it('refuses a text of any length at once', () => {
    for (const part of ['1 ', 'nov', '.', ' ', '1', '-', '9:']) {
      const found = read(part.repeat(60_000))
      expect('refusal' in found && found.refusal.length).toBeLessThan(120)
    }
  })
})

describe('a field that has only a day', () => {
  it.each([
    ['28 nov', '2026-11-28 -'],
    ['12.11', '2027-11-12 -'],
    ['28 nov 5pm', 'This field has a day without a time.'],
    ['5pm', 'This field has a day without a time.'],
    ['5', '“5” is not a day. Type it as 28 Nov 2026.'],
    ['soon', '“soon” is not a day. Type it as 28 Nov 2026.'],
  ])('reads “%s”', (text, expected) => {
    expect(partsOf(text, { isDay: true })).toBe(expected)
  })

  it.each([
    ['1 oct', '2026-10-01 -'],
    ['22 nov', '2026-11-22 -'],
    ['23 nov', '2025-11-23 -'],
    ['1/12', '2025-12-01 -'],
    ['sat', '2026-11-21 -'],
    ['sunday', '2026-11-15 -'],
    ['this sunday', '2026-11-22 -'],
    ['29 feb', 'There is no 29 February in 2025 or 2026. Type the year.'],
    ['1 dec 2026', '2026-12-01 -'],
  ])('takes the latest day for “%s” where days are past', (text, expected) => {
    expect(partsOf(text, { isDay: true, isPast: true })).toBe(expected)
  })
})

describe('the moment of a day and a time', () => {
  const zones = [
    'Asia/Kolkata',
    'America/New_York',
    'Europe/London',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/Santiago',
    'Pacific/Apia',
    'UTC',
  ]
  it.each(zones)('is shown as it was typed, in %s on every day of a year', (timeZone) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    let refused = 0
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 86_400_000) {
      const on = new Date(at).toISOString().slice(0, 10)
      for (const time of ['00:30', '01:45', '02:15', '17:30']) {
        const found = momentOf({ day: on, time }, timeZone)
        if ('refusal' in found) refused++
        else expect(format.format(new Date(found.iso))).toBe(`${on} ${time}`)
      }
    }
    const changesClocks = !['Asia/Kolkata', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'].includes(timeZone)
    expect(refused > 0).toBe(changesClocks)
  })

  const moment = (text: string, timeZone: string) => {
    const found = read(text) as Required<ReadDateTime>
    const result = momentOf(found, timeZone)
    return 'refusal' in result ? result.refusal : result.iso
  }
  it.each([
    ['28 nov 5:30p', 'Asia/Kolkata', '2026-11-28T12:00:00.000Z'],
    ['28 nov 5:30p', 'America/New_York', '2026-11-28T22:30:00.000Z'],
    ['28 nov 5:30p IST', 'America/New_York', '2026-11-28T12:00:00.000Z'],
    ['2026-11-28T17:30Z', 'Asia/Kolkata', '2026-11-28T17:30:00.000Z'],
    ['28 nov 2am IST', 'America/New_York', '2026-11-27T20:30:00.000Z'],
    ['14 mar 2027 1:59 am', 'America/New_York', '2027-03-14T06:59:00.000Z'],
    [
      '14 mar 2027 2:30 am',
      'America/New_York',
      'The clocks skip 02:30 AM on 14 Mar 2027: it becomes 03:30 AM EDT. Choose a time before or after.',
    ],
    ['14 mar 2027 3 am', 'America/New_York', '2027-03-14T07:00:00.000Z'],
    [
      '7 nov 2027 1:30 am',
      'America/New_York',
      '01:30 AM on 7 Nov 2027 occurs twice. Type EDT or EST after the time.',
    ],
    ['7 nov 2027 1:30 am EDT', 'America/New_York', '2027-11-07T05:30:00.000Z'],
    ['7 nov 2027 1:30 am EST', 'America/New_York', '2027-11-07T06:30:00.000Z'],
    ['7 nov 2027 2 am', 'America/New_York', '2027-11-07T07:00:00.000Z'],
    [
      '31 oct 2027 1:30 am',
      'Europe/London',
      '01:30 AM on 31 Oct 2027 occurs twice. Type GMT+1 or GMT after the time.',
    ],
    ['31 oct 2027 1:30 am GMT+1', 'Europe/London', '2027-10-31T00:30:00.000Z'],
    [
      '28 mar 2027 1:30 am',
      'Europe/London',
      'The clocks skip 01:30 AM on 28 Mar 2027: it becomes 02:30 AM GMT+1. Choose a time before or after.',
    ],
    [
      '4 apr 2027 1:45 am',
      'Australia/Lord_Howe',
      '01:45 AM on 4 Apr 2027 occurs twice. Type GMT+11 or GMT+10:30 after the time.',
    ],
    [
      '5 sep 2027 0:15',
      'America/Santiago',
      'The clocks skip 12:15 AM on 5 Sep 2027: it becomes 01:15 AM GMT-3. Choose a time before or after.',
    ],
  ])('of “%s” in %s', (text, timeZone, expected) => {
    expect(moment(text, timeZone)).toBe(expected)
  })
})
