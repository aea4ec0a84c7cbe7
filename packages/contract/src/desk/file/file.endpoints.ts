import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { imageRule } from '../../file-rule.ts'

/** Stores one image until a record refers to it, for at most a day (OQ-023). */
export const uploadFile = endpoint({
  name: 'uploadFile',
  method: 'POST',
  path: '/admin/upload',
  summary: 'Upload an image for a later JSON request',
  description: 'Takes one JPEG, PNG or WebP image of at most 100 MB.',
  requirements: ['LIM-04', 'OQ-023'],
  permissions: ['content.write'],
  multipart: { fields: z.object({}), files: { file: { most: 1, rule: imageRule } } },
  response: ok(z.object({ url: z.string() })),
  status: 201,
})
