import { expect, it } from 'vitest'
import { isDailyLimit, zoomCode, zoomRefusal } from './zoom-errors.ts'

/** Errors that Zoom documents, and what staff read. */
const errors = [
  [{ code: 124, message: 'Invalid access token.' }, /access token/],
  [{ code: 200, message: 'No permission.' }, /scopes in Zoom/],
  [{ code: 300, message: 'Request Body should be a valid JSON object.' }, /^Zoom refused: Request Body/],
  [{ code: 1001, message: 'User does not exist: {userId}.' }, /does not know the host/],
  [{ code: 1010, message: 'User does not belong to this account: {accountId}.' }, /does not belong/],
  [{ code: 1120, message: 'Invite does not exist or has expired.' }, /invitation/],
  [{ code: 3000, message: 'Cannot access webinar info.' }, /does not let the app see/],
  [{ code: 3001, message: 'Meeting does not exist: {meetingId}.' }, /does not exist in Zoom/],
  [{ code: 3003, message: 'You are not the meeting host.' }, /another host/],
  [{ code: 3161, message: 'Meeting hosting and scheduling capabilities are not allowed.' }, /licence/],
  [
    { code: 3322, message: 'Your administrator requires meetings to be set with security options.' },
    /administrator/,
  ],
  [{ code: 4700, message: 'Invalid access token, does not contain scopes.' }, /lacks a scope/],
  [
    { code: 4711, message: 'Invalid access token, does not contain scopes: [meeting:write:admin].' },
    /lacks a scope/,
  ],
  [{ code: '300', message: 'A code as text.' }, /^Zoom refused: A code as text/],
  [{ code: 9999, message: 'A code to come.' }, /^Zoom refused: A code to come/],
  [{ code: 9999 }, /^Zoom refused this meeting\.$/],
  ['<html>', /^Zoom refused this meeting\.$/],
] as const

it.each(errors)('says what to do about %j (OQ-755)', (value, sentence) => {
  expect(zoomRefusal(value, [])).toMatch(sentence)
})

it('names the fields that Zoom refused, in our words (OQ-755)', () => {
  const errors = [
    { field: 'topic', message: 'Invalid field.' },
    { field: 'settings.waiting_room', message: 'Invalid field.' },
    { field: 'start_time' },
  ]
  const value = { code: 300, message: 'Validation Failed.', errors }
  expect(zoomRefusal(value, [])).toBe(
    'Zoom refused the title: Invalid field. Zoom refused the settings.waiting_room: Invalid field. Zoom refused the start.',
  )
  expect(zoomCode(value)).toBe(300)
})

it('tells the limit of a day from that of a second (OQ-754)', () => {
  const daily = 'You have reached the maximum daily rate limit for this API. Refer to the response header.'
  expect(isDailyLimit({ code: 429, message: daily })).toBe(true)
  expect(
    isDailyLimit({ code: 429, message: 'You have exceeded the per-day limit: 100 requests per day.' }),
  ).toBe(true)
  expect(isDailyLimit({ code: 429, message: 'You have reached the maximum per-second rate limit.' })).toBe(
    false,
  )
})

it('hides secrets (OQ-755)', () => {
  expect(zoomRefusal({ code: 1, message: 'The client client-9 is bad' }, ['client-9'])).not.toContain(
    'client-9',
  )
})
