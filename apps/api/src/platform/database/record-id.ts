import { uuidv7 } from 'uuidv7'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A new key: a UUIDv7, so that rows made together lie together. */
export const newId = uuidv7

/** Tells whether a text can be the id of a record; any other text is simply an unknown id. */
export function isRecordId(text: string): boolean {
  return uuidPattern.test(text)
}
