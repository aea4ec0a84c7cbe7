import type { LiveEvents } from '@greenroom/contract/desk/live/live.schema'
import { createParser } from 'eventsource-parser'

/** One event of a stream. */
export type LiveEvent = {
  [Name in keyof LiveEvents]: { event: Name; data: LiveEvents[Name]; id: string | undefined }
}[keyof LiveEvents]

/** Returns a reader of server-sent events, which is fed with pieces of text as they arrive. */
export function eventReader(onEvent: (event: LiveEvent) => void): (text: string) => void {
  const parser = createParser({
    onEvent: ({ event, data, id }) => {
      if (event !== undefined) onEvent({ event, data: JSON.parse(data), id } as LiveEvent)
    },
  })
  return parser.feed
}
