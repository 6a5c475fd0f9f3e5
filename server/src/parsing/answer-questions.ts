import { readFile, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { fileMaxBytes } from '@usance/wire/file/calls'
import { Refused } from '../http/refused.ts'
import type { Told } from './lane.ts'
import type { Foreign, Questions } from './questions.ts'
import { refusalOf } from './refusal-of.ts'

/** A file from outside in the form that a parser gets. */
type ForeignFile = { path: string | undefined; bytes: () => Promise<Buffer> }

/** The parser for each kind of question. */
export type Tasks<K extends keyof Questions> = {
  [Each in K]: (
    file: ForeignFile,
    asked: Questions[Each]['asked'],
  ) => Promise<Questions[Each]['answer']> | Questions[Each]['answer']
}

type Asked<K> = { id: number; kind: K; file: Foreign; asked: never }

// The parent decodes a long answer in pieces, and serves other requests in between.
const rowsTogether = 500

/**
 * Turns this process into a parser: it answers its parent's questions one at a time, holds no state, and may crash on any file.
 * It never uses the network, whatever a file asks for.
 */
export function answerQuestions<K extends keyof Questions>(tasks: Tasks<K>): void {
  globalThis.fetch = () => Promise.reject(new Error('This process does not fetch.'))
  Socket.prototype.connect = () => {
    throw new Error('This process does not connect.')
  }
  const tell = (told: Told) => process.send?.(told)
  process.on('message', async ({ id, kind, file, asked }: Asked<K>) => {
    tell({ id, begun: true })
    try {
      const answer = await tasks[kind](opened(file), asked)
      if (!Array.isArray(answer)) return tell({ id, answer })
      for (let at = 0; at < answer.length; at += rowsTogether) tell({ id, rows: answer.slice(at, at + rowsTogether) })
      tell({ id, answer: answer.length === 0 ? [] : null })
    } catch (error) {
      tell({ id, ...refusalOf(error) })
    }
  })
  process.on('disconnect', () => process.exit(0))
  process.on('unhandledRejection', () => undefined)
}

const opened = (file: Foreign): ForeignFile =>
  'path' in file
    ? { path: file.path, bytes: () => bytesAt(file.path) }
    : { path: undefined, bytes: async () => Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength) }

/** The bytes of a file within the upload limit; zips are larger and never read as a whole. */
async function bytesAt(path: string): Promise<Buffer> {
  if ((await stat(path)).size > fileMaxBytes) throw new Refused('FILE_TOO_LARGE', { limitBytes: fileMaxBytes })
  return readFile(path)
}
