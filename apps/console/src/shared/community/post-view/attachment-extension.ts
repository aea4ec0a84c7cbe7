/**
 * Returns the extension of an attachment's name in lower case, which determines its kind: pdf, docx. Empty when it has
 * none.
 */
export function attachmentExtension(stored: string): string {
  return /\.([a-z0-9]{1,8})(?:[?#]|$)/i.exec(stored)?.[1]?.toLowerCase() ?? ''
}
