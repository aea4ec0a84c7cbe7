import { getEvent, listEvents } from '@greenroom/contract/event/event.endpoints'
import { getMasterclass, listMasterclasses } from '@greenroom/contract/masterclass/masterclass.endpoints'
import { listRegistrations } from '@greenroom/contract/registration/registration.endpoints'

/** Reads that show who registered for a session, or how many. Whatever changes a seat invalidates all of them. */
export const registrationReads = [listRegistrations, listEvents, getEvent, listMasterclasses, getMasterclass]
