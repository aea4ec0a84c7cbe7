/** The embedded server cannot start; the message is all that a person needs. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbeddedPostgresError'
  }
}
