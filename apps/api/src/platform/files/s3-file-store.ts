import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { S3Client } from '@aws-sdk/client-s3'
import {
  type ByteRange,
  erasuresFile,
  type FileStore,
  isFileKey,
  ownerFile,
  requireFileKey,
  trashFolder,
} from './file-store.ts'

interface S3Options {
  bucket: string
  /** Prefix of every key, with its closing slash; empty for the bucket's root. */
  prefix: string
  /** Endpoint of an S3-compatible store other than AWS. */
  endpoint?: string | undefined
  region?: string | undefined
  /** Without them the SDK uses its default sources: the environment, a profile, the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined
}

/** Creates a store in an S3 bucket. The SDK is loaded on first use, because it takes much memory. */
export function createS3FileStore(options: S3Options): FileStore {
  const { bucket: Bucket, prefix } = options
  const nameOf = (key: string) => prefix + requireFileKey(key)
  const trashNameOf = (key: string) => `${prefix}${trashFolder}/${requireFileKey(key)}`
  let opened: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | null = null

  async function open() {
    opened ??= connect(options)
    try {
      return await opened
    } catch (error) {
      opened = null
      throw error
    }
  }

  async function get(Key: string, range?: ByteRange) {
    const { sdk, client } = await open()
    const Range = range && `bytes=${range.start}-${range.end}`
    try {
      const found = await client.send(new sdk.GetObjectCommand({ Bucket, Key, Range }))
      if (!(found.Body instanceof Readable)) throw new TypeError('The file store answered without a body.')
      const whole = found.ContentRange?.split('/')[1]
      return { stream: found.Body, byteSize: Number(whole ?? found.ContentLength) }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async function removeObject(Key: string): Promise<void> {
    const { sdk, client } = await open()
    await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }))
  }

  /** Returns false if the object doesn't exist. */
  async function copyObject(from: string, to: string): Promise<boolean> {
    const { sdk, client } = await open()
    const CopySource = [Bucket, ...from.split('/')].map(encodeURIComponent).join('/')
    try {
      await client.send(new sdk.CopyObjectCommand({ Bucket, Key: to, CopySource }))
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  async function readText(name: string): Promise<string | null> {
    const found = await get(prefix + name)
    return found && text(found.stream)
  }

  async function writeText(name: string, Body: string): Promise<void> {
    const { sdk, client } = await open()
    const params = { Bucket, Key: prefix + name, Body, ContentType: 'text/plain' }
    await client.send(new sdk.PutObjectCommand(params))
  }

  return {
    place: `s3://${Bucket}/${prefix}`,
    async put(key, sourcePath, { mediaType }) {
      const { client } = await open()
      const { Upload } = await import('@aws-sdk/lib-storage')
      const body = createReadStream(sourcePath)
      try {
        // In parts, so that a failed part can be sent again; a plain stream can be sent only once.
        const params = { Bucket, Key: nameOf(key), Body: body, ContentType: mediaType }
        await new Upload({ client, params, queueSize: 2, leavePartsOnError: false }).done()
      } finally {
        body.destroy()
      }
    },
    async read(key, range) {
      return (await get(nameOf(key), range)) ?? (await get(trashNameOf(key), range))
    },
    copy: (key, newKey) => copyObject(nameOf(key), nameOf(newKey)),
    async trash(key) {
      if (await copyObject(nameOf(key), trashNameOf(key))) await removeObject(nameOf(key))
    },
    async remove(key) {
      for (const name of [nameOf(key), trashNameOf(key)]) await removeObject(name)
    },
    async *list() {
      const { sdk, client } = await open()
      for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        for (const { Key } of page.Contents ?? []) {
          const key = Key?.slice(prefix.length) ?? ''
          if (isFileKey(key)) yield key
        }
      }
    },
    async readOwner() {
      return (await readText(ownerFile))?.trim() ?? null
    },
    writeOwner: (databaseId) => writeText(ownerFile, `${databaseId}\n`),
    readErasures: () => readText(erasuresFile),
    writeErasures: (list) => writeText(erasuresFile, list),
    async check() {
      const { sdk, client } = await open()
      await client.send(new sdk.HeadBucketCommand({ Bucket }))
    },
  }
}

async function connect({ endpoint, region, credentials }: S3Options) {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region: region ?? 'us-east-1',
    maxAttempts: 3,
    // Some compatible stores write the checksums that newer SDKs add to a streamed body into the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
  })
  return { sdk, client }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')
}
