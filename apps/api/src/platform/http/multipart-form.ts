import type { MultipartValue, Multipart as Part } from '@fastify/multipart'
import type { FilePart, Multipart } from '@greenroom/contract/endpoint'
import { emptyFile } from '@greenroom/contract/file-rule'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../app-error.ts'
import { type SpooledFile, spoolPart } from '../files/spool.ts'
import { refuseDeepJson } from './json-depth.ts'

/** Text parts by name, and spooled files by part name. */
export interface SpooledForm {
  fields: Record<string, string>
  files: Record<string, SpooledFile[]>
}

/** Max total size of a form's text parts in bytes. */
const textBytes = 1_048_576
const largestTextPart = 262_144

/** Returns the max size of a valid request with this form, in bytes. */
export function largestForm(multipart: Multipart): number {
  const parts: FilePart[] = Object.values(multipart.files)
  const files = parts.reduce((sum, part) => sum + part.most * part.rule.maxBytes, 0)
  return Math.min(files, multipart.total?.maxBytes ?? files) + textBytes
}

/**
 * Reads a multipart form: streams files to the spool folder, checks their types, and collects text parts. On an error
 * nothing stays on disk.
 * @throws AppError TOO_LARGE, UNSUPPORTED_TYPE, VALIDATION or BAD_REQUEST
 */
export async function readMultipartForm(
  request: FastifyRequest,
  multipart: Multipart,
  spoolFolder: string,
): Promise<SpooledForm> {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_TYPE', 'This call takes multipart/form-data.')
  const form: SpooledForm = { fields: {}, files: {} }
  let fileBytes = 0
  try {
    for await (const part of partsOf(request)) {
      if (part.type === 'field') {
        if (part.fieldnameTruncated || part.valueTruncated) {
          throw invalid([{ path: part.fieldname, message: 'This text is too long' }])
        }
        if (Object.hasOwn(form.fields, part.fieldname)) {
          throw invalid([{ path: part.fieldname, message: `${part.fieldname} is given more than once` }])
        }
        // Browsers send line breaks in forms as CR LF; typed and displayed text has LF only.
        form.fields[part.fieldname] = textOf(part).replaceAll('\r\n', '\n')
        continue
      }
      const declared = Object.hasOwn(multipart.files, part.fieldname)
        ? multipart.files[part.fieldname]
        : undefined
      if (!declared) throw invalid([{ path: part.fieldname, message: `${part.fieldname} takes no file` }])
      const left = multipart.total ? multipart.total.maxBytes - fileBytes : declared.rule.maxBytes
      const rule =
        multipart.total && left < declared.rule.maxBytes
          ? { ...declared.rule, tooLarge: multipart.total.tooLarge }
          : declared.rule
      const spooled = await spoolPart(part.file, {
        folder: spoolFolder,
        rule,
        maxBytes: Math.min(left, declared.rule.maxBytes),
      }).catch((error: unknown) => {
        // Names the refused part, so that a form can mark it.
        if (!(error instanceof AppError)) throw error
        throw new AppError(error.code, error.message, {
          errors: [{ path: part.fieldname, message: error.message }],
          cause: error,
        })
      })
      if (spooled.byteSize === 0) {
        await spooled.discard()
        // A browser sends an empty file input as a part without a name and content.
        if (part.filename) throw invalid([{ path: part.fieldname, message: emptyFile }])
        continue
      }
      fileBytes += spooled.byteSize
      const kept = [...(form.files[part.fieldname] ?? []), spooled]
      form.files[part.fieldname] = kept
      if (kept.length > declared.most) {
        throw invalid([
          { path: part.fieldname, message: `${part.fieldname} takes at most ${declared.most} files` },
        ])
      }
    }
    return form
  } catch (error) {
    await discardForm(form)
    throw error
  }
}

/**
 * Yields the parts of a form.
 * @throws AppError BAD_REQUEST if the body cannot be parsed: no boundary, a wrong or an overlong one, or no final
 * boundary
 */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Part> {
  const parts = request.parts({
    limits: {
      fieldNameSize: 100,
      fieldSize: largestTextPart,
      fields: 60,
      files: 40,
      parts: 100,
      headerPairs: 50,
      fileSize: Number.MAX_SAFE_INTEGER,
    },
  })
  while (true) {
    const next = await parts.next().catch((cause: unknown) => {
      // The plugin's own errors have a status; those of its parser have none.
      if (cause instanceof Error && 'statusCode' in cause) throw cause
      throw new AppError(
        'BAD_REQUEST',
        "The form can't be read: its boundary is wrong or its end is missing.",
        {
          cause,
        },
      )
    })
    if (next.done) return
    if (typeof next.value.fieldname !== 'string') {
      throw new AppError('BAD_REQUEST', 'A part of the form has no name.')
    }
    yield next.value
  }
}

/**
 * Returns a text part as text. The plugin parses parts that are declared as JSON.
 * @throws AppError BAD_REQUEST if such a part is nested too deeply
 */
function textOf({ value }: MultipartValue): string {
  if (typeof value === 'string') return value
  refuseDeepJson(value)
  return JSON.stringify(value)
}

/** Deletes a form's files from the spool folder. */
async function discardForm(form: SpooledForm): Promise<void> {
  await Promise.all(Object.values(form.files).flatMap((files) => files.map((file) => file.discard())))
}
