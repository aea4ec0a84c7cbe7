/** How long a script part may take to load (SHELL-44). */
export const loadTimeoutMs = 120_000

const loaded = new Set<string>()

/** The browser remembers that a script failed when the page was loaded, and refuses it although it can be had now. */
export class StaleFailure extends Error {}

/**
 * Imports a script part after all of its files have come. The build puts this around every import().
 *
 * Chromium remembers a module that could not be fetched, also when another one imports it, and refuses it until the
 * page is reloaded (whatwg/html#10327 changes that). Links that preload a script do the same. Fetched as data first,
 * a file that fails leaves no trace there, and the import takes its files from the browser's cache.
 * @param importModule the import() itself
 * @param files of the part and of all that it imports, relative to the root of the site
 * @throws Error with the address of the file that did not come
 * @throws StaleFailure when only a new page can import the part: one of its scripts failed that the page itself names
 */
export async function importPart<T>(
  importModule: () => Promise<T>,
  files: readonly string[] = [],
): Promise<T> {
  const addresses = files.map((file) => new URL(`/${file}`, location.href).href)
  await Promise.all(addresses.map(loadFile))
  try {
    return await importModule()
  } catch (reason) {
    const named = addresses.filter(isInPage)
    const failure = await Promise.all(named.map(fetchScript)).catch((cause: Error) => cause)
    if (failure instanceof Error) throw failure
    throw named.length > 0 ? new StaleFailure(String(reason), { cause: reason }) : reason
  }
}

async function loadFile(address: string): Promise<void> {
  if (loaded.has(address)) return
  if (address.endsWith('.css')) await addStyles(address)
  else if (!isInPage(address)) await fetchScript(address)
  loaded.add(address)
}

async function fetchScript(address: string): Promise<void> {
  const response = await fetch(address, { signal: AbortSignal.timeout(loadTimeoutMs) }).catch((reason) => {
    throw new Error(`Failed to fetch ${address}`, { cause: reason })
  })
  const type = response.headers.get('content-type') ?? ''
  // A host of static files may answer with its page where a file is gone.
  if (!response.ok || !type.includes('javascript')) throw new Error(`Failed to fetch ${address}`)
  // Only a response that was read to its end is in the cache.
  await response.arrayBuffer()
}

/** Adds a stylesheet to the page, unless it is there and has come. */
function addStyles(address: string): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  if (links.some((link) => link.href === address && (link.sheet?.cssRules.length ?? 0) > 0)) {
    return Promise.resolve()
  }
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = address
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`Failed to fetch ${address}`))
    }
    document.head.append(link)
  })
}

/** Whether the page itself names a script; then the browser has it in its module map already. */
function isInPage(address: string): boolean {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')]
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"]')]
  return links.some(({ href }) => href === address) || scripts.some(({ src }) => src === address)
}
