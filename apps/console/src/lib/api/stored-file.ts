import { apiAddress } from './client.ts'

/** Where a stored file is fetched from: a path of the API, or an address of its own. */
export function fileAddress(stored: string): string {
  return stored.startsWith('/') ? apiAddress(stored) : stored
}

/** Asks how many bytes a stored file has; 0 when there is no answer. */
export async function fileSize(stored: string, signal: AbortSignal): Promise<number> {
  try {
    const answer = await fetch(fileAddress(stored), { method: 'HEAD', signal })
    return answer.ok ? Number(answer.headers.get('content-length') ?? 0) : 0
  } catch {
    return 0
  }
}
