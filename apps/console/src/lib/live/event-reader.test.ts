import { expect, it } from 'vitest'
import { eventReader, type LiveEvent } from './event-reader.ts'

it('reads events in whatever pieces they arrive, and passes over signs of life (OQ-488)', () => {
  const text =
    ':\n\nid: 1/2:3:/4\nevent: changes\ndata: {"changes":[{"kind":"news","ids":["a: b"]}],"acts":[]}\n\n:\n\nevent: bye\ndata: {"reason":"role"}\n\n'
  for (const size of [1, 7, text.length]) {
    const events: LiveEvent[] = []
    const read = eventReader((event) => events.push(event))
    for (let at = 0; at < text.length; at += size) read(text.slice(at, at + size))
    expect(events).toEqual([
      { id: '1/2:3:/4', event: 'changes', data: { changes: [{ kind: 'news', ids: ['a: b'] }], acts: [] } },
      { id: undefined, event: 'bye', data: { reason: 'role' } },
    ])
  }
})
