/** Returns the address of a short link: the code below the base URL. */
export function shortlinkAddress(baseUrl: string, code: string): string {
  return `${baseUrl.replace(/\/*$/, '/')}${encodeURIComponent(code)}`
}
