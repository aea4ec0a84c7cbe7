import { notFound } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import {
  readEvents,
  readMasterclasses,
  readMemberships,
  readPaymentPages,
  readPosts,
  type Shown,
} from './public-read.repository.ts'

// A draft or hidden record is refused like an unknown one.

/** @throws AppError NOT_FOUND, also for an id that is not well-formed */
export async function findShown<Row>(
  id: string,
  name: string,
  read: (shown: Shown) => Promise<Row[]>,
): Promise<Row> {
  const [row] = isRecordId(id) ? await read({ id }) : []
  if (row === undefined) throw notFound(`This ${name} does not exist`)
  return row
}

export const findShownMasterclass = (call: Call, id: string) =>
  findShown(id, 'masterclass', (shown) => readMasterclasses(call.db, shown, call.now))
export const findShownEvent = (call: Call, type: 'ONLINE' | 'OFFLINE', id: string) =>
  findShown(id, type === 'ONLINE' ? 'webinar' : 'event', (shown) =>
    readEvents(call.db, type, shown, call.now),
  )
export const findShownMembership = (call: Call, id: string) =>
  findShown(id, 'membership', (shown) => readMemberships(call.db, shown))
export const findShownPage = (call: Call, id: string) =>
  findShown(id, 'payment page', (shown) => readPaymentPages(call.db, shown))
export const findShownPost = (call: Call, id: string) =>
  findShown(id, 'post', (shown) => readPosts(call.db, shown))
