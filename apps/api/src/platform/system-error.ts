/** Tells whether an error is the operating system's with this code, for instance ENOENT. */
export function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
