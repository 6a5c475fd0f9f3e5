import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { newId } from '../database/id.ts'
import { Refused } from '../http/refused.ts'
import { privateFile, privateFolders } from './private.ts'

const mostBytes = 4 * 1024 ** 3
/** The bytes in one folder from which on nothing more is begun. What is under way goes on: of the exports four at a time. */
const mostInFolder = 8 * 1024 ** 3
const pieceBytes = 256 * 1024

/** The bytes that lie in each folder for readers. */
const spooled = new Map<string, number>()
const count = (folder: string, bytes: number) => spooled.set(folder, (spooled.get(folder) ?? 0) + bytes)

/** A stream that passes through a file, and the promise of its source's end. */
export type Spooled = { stream: Readable; written: Promise<void> }

/**
 * Buffers a stream on disk: it reads the source at the source's speed and passes the data on at the reader's. A slow reader thus
 * blocks neither memory nor the source. `written` never rejects; a failure of the source, or more than 4 GB, fails the stream. Refuses
 * UNAVAILABLE where the files of others fill the folder.
 */
export async function spool(source: Readable, folder: string, most = mostInFolder): Promise<Spooled> {
  if ((spooled.get(folder) ?? 0) >= most) {
    source.destroy()
    throw new Refused('UNAVAILABLE')
  }
  await mkdir(folder, privateFolders)
  const path = join(folder, newId())
  const file = await open(path, 'wx+', privateFile.mode)
  // The unlinked file disappears with its last handle, even if the server is killed.
  await rm(path, { force: true })
  const state = { folder, written: 0, isAtEnd: false, fault: undefined as Error | undefined, wake: () => {} }
  let taken = 0
  const stream = new Readable({
    highWaterMark: pieceBytes,
    async read() {
      try {
        while (taken === state.written && !state.isAtEnd) await new Promise<void>((resolve) => (state.wake = resolve))
        if (state.fault) throw state.fault
        if (taken === state.written) return void this.push(null)
        const { buffer, bytesRead } = await pieceAt(file, taken, Math.min(pieceBytes, state.written - taken))
        taken += bytesRead
        this.push(buffer.subarray(0, bytesRead))
      } catch (error) {
        this.destroy(error as Error)
      }
    },
    destroy(error, done) {
      source.destroy()
      state.wake()
      written
        .then(() => file.close())
        .finally(() => {
          count(folder, -state.written)
          done(error)
        })
    },
  })
  const written = fill(source, file, state)
  return { stream, written }
}

const pieceAt = (file: FileHandle, at: number, length: number) => file.read(Buffer.alloc(length), 0, length, at)

type State = { folder: string; written: number; isAtEnd: boolean; fault: Error | undefined; wake: () => void }

async function fill(source: Readable, file: FileHandle, state: State): Promise<void> {
  try {
    for await (const piece of source) {
      const bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(piece as string)
      if (state.written + bytes.length > mostBytes) throw new Error('The file is larger than 4 GB.')
      await file.write(bytes, 0, bytes.length, state.written)
      state.written += bytes.length
      count(state.folder, bytes.length)
      state.wake()
    }
  } catch (error) {
    state.fault = error as Error
  }
  state.isAtEnd = true
  state.wake()
}
