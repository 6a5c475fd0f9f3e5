import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { newId } from '../database/id.ts'
import { privateFile, privateFolders } from './private.ts'

/** A file on this machine's disk; `release` ends its use. */
type OnDisk = { path: string; release: () => Promise<void> }

/** Where the bytes of uploaded and generated files lie, by object key. */
export type FileStore = {
  put: (objectKey: string, content: Readable | Buffer) => Promise<void>
  stream: (objectKey: string) => Promise<Readable>
  /** Puts the file on disk for another process of this machine, until it is released. */
  onDisk: (objectKey: string) => Promise<OnDisk>
  remove: (objectKey: string) => Promise<void>
}

const safeKey = /^[a-z0-9][a-z0-9/._-]{3,200}$/

/** The key itself, once it is certain that it cannot name anything outside its folder or bucket. */
export function checkedKey(objectKey: string): string {
  if (!safeKey.test(objectKey) || objectKey.includes('..')) throw new Error('Not an object key.')
  return objectKey
}

/** Files on local disk: written aside first and renamed, so that a half-written file is never seen. */
export function localFileStore(folder: string): FileStore {
  const pathOf = (objectKey: string) => normalize(join(folder, checkedKey(objectKey)))
  return {
    async put(objectKey, content) {
      const path = pathOf(objectKey)
      await mkdir(dirname(path), privateFolders)
      const aside = `${path}.${newId()}.part`
      try {
        const file = createWriteStream(aside, { ...privateFile, flush: true })
        // Its end is the close of the file, by which the disk has the bytes.
        await pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, file)
        await rename(aside, path)
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
    },
    async stream(objectKey) {
      const path = pathOf(objectKey)
      await stat(path)
      return createReadStream(path)
    },
    async onDisk(objectKey) {
      const path = pathOf(objectKey)
      await stat(path)
      return { path, release: async () => {} }
    },
    remove: (objectKey) => rm(pathOf(objectKey), { force: true }),
  }
}
