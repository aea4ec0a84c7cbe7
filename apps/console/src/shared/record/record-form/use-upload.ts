import { uploadFile } from '@greenroom/contract/desk/file/file.endpoints'
import { useRef } from 'react'
import { useCall } from '../../../lib/api/hooks.ts'
import { keepUpload, readUpload } from './picked-files.ts'
import type { Sending } from './record-form.ts'

/**
 * For records that are sent as JSON and name their picture by its URL (OQ-023).
 * @returns a function that takes the value of a picture's field and returns its URL: it uploads a picked file, once
 * however often the form is submitted, also after it has been left, and returns a stored URL as it is
 */
export function useUpload() {
  const upload = useCall(uploadFile, { invalidates: [] })
  const uploaded = useRef<{ file: File; url: string }>(undefined)
  return async (value: string, { fileOf, onProgress, signal }: Sending): Promise<string> => {
    const file = fileOf(value)
    if (!file) return value
    if (uploaded.current?.file === file) return uploaded.current.url
    const send = async () => {
      const begun = Date.now()
      const { data } = await upload.call({ body: {}, files: { file: [file] }, onProgress, signal })
      await keepUpload(value, data.url, begun)
      return data.url
    }
    const url = (await readUpload(value)) ?? (await send())
    uploaded.current = { file, url }
    return url
  }
}
