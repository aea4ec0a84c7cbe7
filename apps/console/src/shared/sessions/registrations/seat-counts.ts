import type { getEvent, listEvents } from '@greenroom/contract/sessions/event/event.endpoints'
import type {
  getMasterclass,
  listMasterclasses,
} from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import type { listRegistrations } from '@greenroom/contract/sessions/registration/registration.endpoints'
import type { QueryClient } from '@tanstack/react-query'

type Read =
  | typeof listRegistrations
  | typeof listEvents
  | typeof getEvent
  | typeof listMasterclasses
  | typeof getMasterclass

/** Names alone, so that a screen doesn't load the schemas of the others. */
const reads: Record<Read['name'], true> = {
  listRegistrations: true,
  listEvents: true,
  getEvent: true,
  listMasterclasses: true,
  getMasterclass: true,
}

/** Refetches everything that shows how many seats are taken, after a change of one. */
export function refreshSeatCounts(client: QueryClient): void {
  for (const name of Object.keys(reads)) void client.invalidateQueries({ queryKey: [name] })
}
