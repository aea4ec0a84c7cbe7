import { uploadFile } from '@greenroom/contract/file/file.endpoints'
import { useCall } from '../../lib/api/hooks.ts'
import { repeatCall } from '../../lib/repeat-value.ts'
import type { Sending } from './use-record-form.tsx'

/**
 * For records that are sent as JSON and name their picture by its URL (OQ-023).
 * @param name of the form
 * @returns a function that takes the value of a picture's field and returns its URL: it uploads a picked file, once
 * however often the form is submitted, also after it has been left, and returns a stored URL as it is. With another
 * URL the record would be another write. A picture that is picked again has another value.
 */
export function useUpload(name: string) {
  const upload = useCall(uploadFile, { invalidates: [] })
  return async (value: string, { fileOf, onProgress, signal }: Sending): Promise<string> => {
    const file = fileOf(value)
    if (!file) return value
    return repeatCall(`upload ${value}`, name, async () => {
      const { data } = await upload.call({ body: {}, files: { file: [file] }, onProgress, signal })
      return data.url
    })
  }
}
