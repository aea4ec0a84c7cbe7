import { apiAddress } from '../../lib/api/client.ts'

/** Where an attachment is fetched from: a path of the API, or an address of its own. */
export function attachmentAddress(stored: string): string {
  return stored.startsWith('/') ? apiAddress(stored) : stored
}

/** The ending of an attachment's name in small letters, by which its kind shows: pdf, docx. Empty when it has none. */
export function attachmentExtension(stored: string): string {
  return /\.([a-z0-9]{1,8})(?:[?#]|$)/i.exec(stored)?.[1]?.toLowerCase() ?? ''
}
