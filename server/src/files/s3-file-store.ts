import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { Config } from '../config.ts'
import { newId } from '../database/id.ts'
import { checkedKey, type FileStore } from './file-store.ts'
import { privateFile } from './private.ts'

/** Files in a bucket of an S3-compatible service. With an own endpoint the bucket stands in the path, as most services want it. */
export function s3FileStore(settings: NonNullable<Config['s3']>): FileStore {
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint ? { endpoint: settings.endpoint, forcePathStyle: true } : {}),
    // Without keys the service's own role of the machine is used.
    ...(settings.accessKeyId
      ? { credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey } }
      : {}),
    // Older services do not know the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const place = (objectKey: string) => ({ Bucket: settings.bucket, Key: checkedKey(objectKey) })
  const open = async (objectKey: string): Promise<Readable> => {
    const { Body } = await client.send(new GetObjectCommand(place(objectKey)))
    if (!(Body instanceof Readable)) throw new Error('The object has no content.')
    return Body
  }
  return {
    async put(objectKey, content) {
      const where = place(objectKey)
      if (Buffer.isBuffer(content)) {
        await client.send(new PutObjectCommand({ ...where, Body: content, ContentLength: content.length }))
        return
      }
      // The service wants to know the length before the first byte, so a stream is written aside first.
      const aside = join(tmpdir(), `usance-put-${newId()}`)
      try {
        const file = createWriteStream(aside, privateFile)
        await pipeline(content, file)
        await client.send(new PutObjectCommand({ ...where, Body: createReadStream(aside), ContentLength: file.bytesWritten }))
      } finally {
        await rm(aside, { force: true })
      }
    },
    async onDisk(objectKey) {
      const path = join(tmpdir(), `usance-get-${newId()}`)
      const release = () => rm(path, { force: true })
      try {
        await pipeline(await open(objectKey), createWriteStream(path, privateFile))
      } catch (error) {
        await release()
        throw error
      }
      return { path, release }
    },
    stream: open,
    async remove(objectKey) {
      await client.send(new DeleteObjectCommand(place(objectKey)))
    },
  }
}
