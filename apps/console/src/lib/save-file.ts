/** Lets the browser save a file. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers start to read the object URL only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
