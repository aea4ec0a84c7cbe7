import * as z from 'zod/mini'
import { Empty, endpoint, ok } from '../../endpoint.ts'
import { isBlank } from '../../field.ts'
import { LivePlace } from './live.schema.ts'

/** Streams what changes, as server-sent events (`LiveEvents`). */
export const openLive = endpoint({
  name: 'openLive',
  method: 'GET',
  path: '/admin/live',
  summary: 'Stream what changes, as server-sent events',
  description:
    'Sends the events hello, changes, catch-up, people and bye. The id of each is a position for since.',
  requirements: ['OQ-485', 'OQ-486', 'OQ-488'],
  permissions: [],
  isUpkeep: true,
  query: z.object({
    /** The id of the last event that the client received. */
    since: z.optional(z.string().check(z.maxLength(4000))),
  }),
  isStream: true,
  response: ok(Empty),
})

/** Tells colleagues what a tab has open. */
export const setLivePlace = endpoint({
  name: 'setLivePlace',
  method: 'POST',
  path: '/admin/live/place',
  summary: 'Tell colleagues what is open',
  requirements: ['OQ-489'],
  permissions: [],
  isUpkeep: true,
  body: z.object({
    /** From the event hello. What the stream's tabs have open ends with it. */
    stream: z.uuid(),
    /** Tells the tabs of one stream apart. */
    tab: z.string().check(
      z.refine((tab) => !isBlank(tab), { error: 'Enter an id of the tab' }),
      z.maxLength(40),
    ),
    /** Null: nothing that others could have open. */
    place: z.nullable(LivePlace),
    /** The record in a queue that has the focus. */
    item: z.nullable(z.string().check(z.maxLength(60))),
    is_editing: z.boolean(),
  }),
  ownTransactions: true,
  response: ok(Empty),
})
