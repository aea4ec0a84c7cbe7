import { saveFile } from './save-file.ts'

/** Downloads a value as a JSON file. */
export function downloadJson(value: unknown, fileName: string): void {
  saveFile(new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' }), fileName)
}
