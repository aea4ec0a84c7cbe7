/** Returns whether the query string of /login is a return from the identity provider. */
export function isSignInReturn(search: string): boolean {
  const response = new URLSearchParams(search)
  return response.has('code') || response.has('error')
}
