/**
 * Downloads a PDF from its base64 text.
 * @throws Error when the text is not base64
 */
export function downloadPdf(base64: string, fileName: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers start to read the object URL only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
