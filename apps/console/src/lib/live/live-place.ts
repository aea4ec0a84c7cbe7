import { setLivePlace } from '@greenroom/contract/desk/live/live.endpoints'
import type { LivePlace } from '@greenroom/contract/desk/live/live.schema'
import { callEndpoint } from '../api/client.ts'
import { onPlaceChange, openPlaces } from './live-bus.ts'

/** How long the focus rests on a record before colleagues hear of it, in milliseconds. */
const placeMs = 300

/**
 * Tells the server what this tab has open, for its colleagues.
 * @param readStream returns the stream that the tab follows, if there is one
 */
export function livePlace(readStream: () => string | undefined) {
  const tab = crypto.randomUUID()
  let timer: number | undefined
  let told: string | undefined
  const forget = () => {
    told = undefined
  }
  const send = () => {
    const stream = readStream()
    if (stream === undefined) return
    // The latest: a dialog covers its list. The screen and a form on it may have the same record open.
    const place = openPlaces().at(-1)
    const same = openPlaces().filter((one) => isSamePlace(one.place, place?.place))
    const body = {
      stream,
      tab,
      place: place?.place ?? null,
      item: place?.item ?? null,
      is_editing: same.some(({ isEditing }) => isEditing),
    }
    const text = JSON.stringify(body)
    // Nothing was open before, and nothing is now.
    if (text === told || (place === undefined && told === undefined)) return
    told = text
    void callEndpoint(setLivePlace, { body, isBackground: true }).catch(forget)
  }
  const tell = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(send, placeMs)
  }
  onPlaceChange(tell)
  return {
    tell,
    /** The stream has ended, so the server no longer knows. */
    forget,
    stop: () => window.clearTimeout(timer),
  }
}

function isSamePlace(one: LivePlace, other: LivePlace | undefined): boolean {
  return one.kind === other?.kind && one.id === other.id
}
