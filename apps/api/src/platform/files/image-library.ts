/** Loads sharp on first use, because it takes memory. It uses one thread per image and caches nothing. */
export async function loadImageLibrary() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
