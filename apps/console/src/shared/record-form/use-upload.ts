import { uploadFile } from '@greenroom/contract/file/file.endpoints'
import { useRef } from 'react'
import { useCall } from '../../lib/api/hooks.ts'
import type { Sending } from './use-record-form.tsx'

/**
 * For records that are sent as JSON and name their picture by its URL (OQ-023).
 * @returns a function that takes the picture's value in the form, uploads the file if one was picked, and returns the
 * URL. A file that was uploaded already is not sent again when the form is submitted once more.
 */
export function useUpload() {
  const upload = useCall(uploadFile, { invalidates: [] })
  const uploaded = useRef<{ file: File; url: string }>(undefined)
  return async (picture: string, { fileOf, onProgress, signal }: Sending): Promise<string> => {
    const file = fileOf(picture)
    if (!file) return picture
    if (uploaded.current?.file !== file) {
      const { data } = await upload.call({ body: {}, files: { file: [file] }, onProgress, signal })
      uploaded.current = { file, url: data.url }
    }
    return uploaded.current.url
  }
}
