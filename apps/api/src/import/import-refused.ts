/** The import is refused: by its file, or by the server, for instance its credential. The message may be shown. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
}
