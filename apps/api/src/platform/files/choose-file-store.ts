import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Settings, SettingsError } from '../../settings.ts'
import type { FileStore } from './file-store.ts'
import { createFolderFileStore } from './folder-file-store.ts'
import { createS3FileStore } from './s3-file-store.ts'

type FileSettings = Pick<
  Settings,
  | 'DATA_DIR'
  | 'FILES_URL'
  | 'S3_ENDPOINT'
  | 'AWS_REGION'
  | 'AWS_ACCESS_KEY_ID'
  | 'AWS_SECRET_ACCESS_KEY'
  | 'AWS_SESSION_TOKEN'
>

/**
 * Creates the store of FILES_URL: a folder, file://…, or s3://bucket with an optional prefix. The default is the
 * folder "files" in DATA_DIR.
 * @throws SettingsError if FILES_URL is none of these, or only half of the S3 credentials are set
 */
export function chooseFileStore(settings: FileSettings): FileStore {
  const place = settings.FILES_URL
  if (!place) return createFolderFileStore(join(settings.DATA_DIR, 'files'))
  // A single letter is a Windows drive.
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(place)?.[1]?.toLowerCase()
  if (!scheme) return createFolderFileStore(resolve(place))
  if (scheme === 'file') return createFolderFileStore(pathOf(place))
  const s3 = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/+(.*?))?\/*$/i.exec(place)
  if (!s3?.[1]) throw new SettingsError('FILES_URL: must be a folder, file://folder or s3://bucket')
  return createS3FileStore({
    bucket: s3[1],
    prefix: s3[2] ? `${s3[2]}/` : '',
    endpoint: settings.S3_ENDPOINT,
    region: settings.AWS_REGION,
    credentials: credentialsOf(settings),
  })
}

function pathOf(place: string): string {
  try {
    return fileURLToPath(place)
  } catch {
    throw new SettingsError('FILES_URL: this file:// URL is not a folder of this machine')
  }
}

function credentialsOf({
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_SESSION_TOKEN: sessionToken,
}: FileSettings) {
  if (accessKeyId && secretAccessKey) {
    return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) }
  }
  if (accessKeyId) throw new SettingsError('AWS_SECRET_ACCESS_KEY: is missing beside AWS_ACCESS_KEY_ID')
  if (secretAccessKey) throw new SettingsError('AWS_ACCESS_KEY_ID: is missing beside AWS_SECRET_ACCESS_KEY')
  return undefined
}
