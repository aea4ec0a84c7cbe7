import { loadTimeoutMs } from './lazy-part.ts'

const fetched = new Map<string, Promise<void>>()
let importing = 0

/** Whether a part is being imported. */
export function isImporting(): boolean {
  return importing > 0
}

/**
 * Imports a part after all of its scripts and styles have been fetched. The build puts this around every import().
 *
 * Browsers cache a failed import() or modulepreload until the page is reloaded. A script that a preload link fetched is
 * not a module yet, so a failed fetch of it can be retried.
 * @param importPartModule the import() itself, which then finds its scripts in the browser's cache
 * @param files the files of the part and of everything it imports, relative to the root of the site
 * @throws Error with the URL of the file that could not be fetched
 */
export async function importPart<T>(
  importModule: () => Promise<T>,
  files: readonly string[] = [],
): Promise<T> {
  importing += 1
  try {
    await Promise.all(files.map((file) => fetchOnce(new URL(`/${file}`, location.href).href)))
    return await importModule()
  } finally {
    importing -= 1
  }
}

/** Takes over the scripts that the served page preloads for its route. Skips its fonts. */
export function adoptPreloads(): void {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="fetch"]')) {
    fetchOnce(href).catch(() => {})
  }
}

function fetchOnce(url: string): Promise<void> {
  const known = fetched.get(url)
  if (known) return known
  const fetching = url.endsWith('.css') ? addStyles(url) : fetchScript(url)
  fetched.set(url, fetching)
  fetching.catch(() => fetched.delete(url))
  return fetching
}

async function fetchScript(url: string): Promise<void> {
  if ([...document.scripts].some(({ src }) => src === url)) return
  const read = async () => {
    const response = await fetch(url, { signal: AbortSignal.timeout(loadTimeoutMs) })
    // Only a response that was read to its end is in the cache.
    await response.arrayBuffer()
    if (!response.ok) throw new Error(response.statusText)
  }
  // The first attempt may get the failure of a preload.
  await read()
    .catch(read)
    .catch((cause: unknown) => {
      throw new Error(`Failed to fetch ${url}`, { cause })
    })
}

function addStyles(url: string): Promise<void> {
  if ([...document.styleSheets].some(({ href }) => href === url)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = url
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`Failed to fetch ${url}`))
    }
    document.head.append(link)
  })
}
