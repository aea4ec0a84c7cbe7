import { saveFile } from './save-file.ts'

/**
 * Downloads a PDF from its base64 text.
 * @throws Error when the text is not base64
 */
export function downloadPdf(base64: string, fileName: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  saveFile(new Blob([bytes], { type: 'application/pdf' }), fileName)
}
