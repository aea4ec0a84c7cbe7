import { useQuery } from '@tanstack/react-query'
import { fileAddress } from '../../lib/api/client.ts'

/**
 * How many bytes the stored files have, by their addresses. The call for a banner does not say it, so each file is
 * asked; one that gives no answer is left out, and the server judges the total when the banner is saved.
 */
export function useFileSizes(urls: readonly string[]): ReadonlyMap<string, number> {
  const { data } = useQuery({
    queryKey: ['file sizes', urls],
    queryFn: async ({ signal }) => {
      const sizes = await Promise.all(urls.map((url) => sizeOf(url, signal)))
      return urls.map((url, place) => [url, sizes[place] ?? 0] as const).filter(([, size]) => size > 0)
    },
    enabled: urls.length > 0,
    // A stored file never changes.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before?.filter(([url]) => urls.includes(url)),
  })
  return new Map(urls.length === 0 ? [] : data)
}

async function sizeOf(url: string, signal: AbortSignal): Promise<number> {
  try {
    const answer = await fetch(fileAddress(url), { method: 'HEAD', signal })
    return answer.ok ? Number(answer.headers.get('content-length') ?? 0) : 0
  } catch {
    return 0
  }
}
