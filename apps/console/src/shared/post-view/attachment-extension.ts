/** The ending of an attachment's name in small letters, by which its kind shows: pdf, docx. Empty when it has none. */
export function attachmentExtension(stored: string): string {
  return /\.([a-z0-9]{1,8})(?:[?#]|$)/i.exec(stored)?.[1]?.toLowerCase() ?? ''
}
