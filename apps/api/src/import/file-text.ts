import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { ImportRefused } from './import-refused.ts'

/** Files that are no text, by how they begin, with what to do. */
const otherFiles: readonly (readonly [start: string, message: string])[] = [
  ['504b0304', 'This is a spreadsheet or a ZIP archive. Save the sheet as CSV UTF-8 and import that.'],
  ['d0cf11e0', 'This is an old spreadsheet. Save the sheet as CSV UTF-8 and import that.'],
  ['1f8b', 'This file is compressed. Unpack it first.'],
]

/**
 * Reads a file as text: UTF-8, or UTF-16 as spreadsheets write it, without the byte order mark. What is in another
 * encoding has U+FFFD in it.
 * @throws ImportRefused for a file that is no text, Error if it cannot be read
 */
export async function* textOfFile(file: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    decoder ??= decoderOf(chunk)
    yield decoder.decode(chunk, { stream: true })
  }
  yield decoder?.decode() ?? ''
}

function decoderOf(start: Buffer): TextDecoder {
  const hex = start.subarray(0, 4).toString('hex')
  const other = otherFiles.find(([begins]) => hex.startsWith(begins))
  if (other) throw new ImportRefused(other[1])
  // Names of columns and JSON begin with ASCII, which is half zeros in UTF-16 without a mark.
  if (/^(?:fffe|(?!00)..00)/.test(hex)) return new TextDecoder('utf-16le')
  if (/^(?:feff|00(?!00))/.test(hex)) return new TextDecoder('utf-16be')
  return new TextDecoder()
}
