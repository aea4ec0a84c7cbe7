import { uuidv7 } from 'uuidv7'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns a new UUIDv7, whose order keeps rows created together near each other. */
export const newId = uuidv7

/** Tells whether a text can be the id of a record. Treat any other text as an unknown id. */
export function isRecordId(text: string): boolean {
  return uuidPattern.test(text)
}
