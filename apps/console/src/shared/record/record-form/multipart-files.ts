import type { Sending } from './record-form.ts'

/**
 * Collects the picked files of a multipart call.
 * @param values values of the file fields by part name, one or a list; a value that is not a mark is skipped
 * @returns the files with their progress and cancel signal; an empty object when no file is picked
 */
export function multipartFiles<Part extends string>(
  values: Record<Part, unknown>,
  { fileOf, onProgress, signal }: Sending,
) {
  const files: Partial<Record<Part, File[]>> = {}
  for (const part in values) {
    const picked = [values[part]].flat().flatMap((value) => fileOf(value) ?? [])
    if (picked.length > 0) files[part] = picked
  }
  return Object.keys(files).length > 0 ? { files, onProgress, signal } : {}
}
