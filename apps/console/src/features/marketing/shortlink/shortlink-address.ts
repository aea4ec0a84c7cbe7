/** Returns the host that more than half of the web URLs of a list have; undefined without one. */
export function commonHost(links: readonly { webUrl: string | null }[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { webUrl } of links) {
    if (webUrl === null || !URL.canParse(webUrl)) continue
    const { host } = new URL(webUrl)
    counts.set(host, (counts.get(host) ?? 0) + 1)
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return [...counts].find(([, count]) => count > 1 && 2 * count > all)?.[0]
}

/**
 * Shortens a web URL for a list: without its scheme, and without the host that is said once.
 * @param host of commonHost
 */
export function shortAddress(address: string, host: string | undefined): string {
  const rest = address.replace(/^https?:\/\//i, '')
  if (host === undefined || !rest.toLowerCase().startsWith(`${host}/`)) return rest
  return rest.slice(host.length)
}

/** Returns the address of a short link: the code below the base URL. */
export function shortlinkAddress(baseUrl: string, code: string): string {
  return `${baseUrl.replace(/\/*$/, '/')}${encodeURIComponent(code)}`
}
