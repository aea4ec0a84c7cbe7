import type { LiveEvents } from '@greenroom/contract/desk/live/live.schema'

/** One event of a stream. */
export type LiveEvent = {
  [Name in keyof LiveEvents]: { event: Name; data: LiveEvents[Name]; id: string | undefined }
}[keyof LiveEvents]

/**
 * Returns a reader of server-sent events, which is fed with pieces of text as they arrive.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function eventReader(onEvent: (event: LiveEvent) => void): (text: string) => void {
  let rest = ''
  return (text) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map<string, string>()
      for (const line of block.split('\n')) {
        const colon = line.indexOf(': ')
        if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2))
      }
      const event = fields.get('event')
      if (event === undefined) continue
      onEvent({ event, data: JSON.parse(fields.get('data') ?? 'null'), id: fields.get('id') } as LiveEvent)
    }
  }
}
