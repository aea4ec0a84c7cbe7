import { renditionUrl, renditionWidths } from '@greenroom/contract/desk/file/rendition'
import type { PictureSource } from '../../ui/picture.tsx'
import { apiAddress } from './client.ts'

/** Returns the URL of a stored file: a path of the API, or an absolute URL. */
export function fileAddress(stored: string): string {
  return stored.startsWith('/') ? apiAddress(stored) : stored
}

/**
 * Returns what an img element loads to show a picture: one of the renditions of a stored picture, or a picture of
 * another site as it is.
 */
export function pictureSource(stored: string): PictureSource {
  const src = fileAddress(stored)
  if (!stored.startsWith('/files/')) return { src }
  return { src, srcSet: renditionWidths.map((width) => `${renditionUrl(src, width)} ${width}w`).join(', ') }
}

/** Returns the size of a stored file in bytes; 0 when the request fails. */
export async function fileSize(stored: string, signal: AbortSignal): Promise<number> {
  try {
    const response = await fetch(fileAddress(stored), { method: 'HEAD', signal })
    return response.ok ? Number(response.headers.get('content-length') ?? 0) : 0
  } catch {
    return 0
  }
}
