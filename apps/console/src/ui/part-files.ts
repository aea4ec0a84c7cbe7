const loading = new Map<string, Promise<void>>()

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
  importPartModule: () => Promise<T>,
  files: readonly string[] = [],
): Promise<T> {
  await Promise.all(files.map((file) => fetchOnce(new URL(`/${file}`, location.href).href)))
  return importPartModule()
}

function fetchOnce(url: string): Promise<void> {
  const known = loading.get(url)
  if (known) return known
  const fetching = fetchFile(url)
  loading.set(url, fetching)
  fetching.catch(() => loading.delete(url))
  return fetching
}

function fetchFile(url: string): Promise<void> {
  const isStyle = url.endsWith('.css')
  if (isInPage(url, isStyle)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = isStyle ? 'stylesheet' : 'preload'
    if (!isStyle) link.as = 'script'
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

/** Returns whether the page has loaded a file itself: its first script, or a style. */
function isInPage(url: string, isStyle: boolean): boolean {
  if (!isStyle) return [...document.scripts].some(({ src }) => src === url)
  return [...document.styleSheets].some(({ href }) => href === url)
}
