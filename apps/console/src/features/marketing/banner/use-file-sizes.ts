import { useQuery } from '@tanstack/react-query'
import { fileSize } from '../../../lib/api/stored-file.ts'

/**
 * Returns the sizes of the stored files in bytes, by URL. The banner endpoint does not return them, so each file is
 * requested. A failed request is omitted, and the server checks the total on save.
 */
export function useFileSizes(urls: readonly string[]): ReadonlyMap<string, number> {
  const { data } = useQuery({
    queryKey: ['file sizes', urls],
    queryFn: async ({ signal }) => {
      const sizes = await Promise.all(urls.map((url) => fileSize(url, signal)))
      return urls.map((url, place) => [url, sizes[place] ?? 0] as const).filter(([, size]) => size > 0)
    },
    enabled: urls.length > 0,
    // A stored file never changes.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before?.filter(([url]) => urls.includes(url)),
  })
  return new Map(urls.length === 0 ? [] : data)
}
