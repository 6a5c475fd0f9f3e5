import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { spool } from './spool.ts'

const folder = mkdtempSync(join(tmpdir(), 'usance-spool-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const piece = (n: number) => Buffer.alloc(100_000, n % 251)
const textOf = async (stream: Readable) => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

test('the source ends before the first read, and every byte arrives in order', async () => {
  const { stream, written } = await spool(Readable.from(Array.from({ length: 80 }, (_, n) => piece(n))), folder)
  await written
  expect(Buffer.compare(await textOf(stream), Buffer.concat(Array.from({ length: 80 }, (_, n) => piece(n))))).toBe(0)
  expect(readdirSync(folder)).toEqual([])
})

test('data read during the write arrives as well, even an empty stream', async () => {
  const { stream } = await spool(
    Readable.from(
      (async function* () {
        for (let n = 0; n < 20; n++) yield await new Promise<Buffer>((resolve) => setImmediate(resolve, piece(n)))
      })(),
    ),
    folder,
  )
  expect((await textOf(stream)).length).toBe(2_000_000)
  expect((await textOf((await spool(Readable.from([]), folder)).stream)).length).toBe(0)
})

test('a failing source fails the stream after its data, and a reader who leaves ends the source', async () => {
  const broken = await spool(
    Readable.from(
      (async function* () {
        yield piece(1)
        throw new Error('The database is gone.')
      })(),
    ),
    folder,
  )
  await expect(textOf(broken.stream)).rejects.toThrow('The database is gone.')
  const source = new Readable({ read: () => undefined })
  const left = await spool(source, folder)
  left.stream.destroy()
  await left.written
  expect(source.destroyed).toBe(true)
  expect(readdirSync(folder)).toEqual([])
})

test('what waits for readers is bounded in all: nothing more is begun until somebody has taken theirs', async () => {
  const most = 150_000
  const pieces = () => Readable.from([piece(1), piece(2)])
  const first = await spool(pieces(), folder, most)
  await first.written
  const source = pieces()
  await expect(spool(source, folder, most)).rejects.toMatchObject({ refusal: 'UNAVAILABLE' })
  expect([source.destroyed, readdirSync(folder)]).toEqual([true, []])
  expect((await textOf(first.stream)).length).toBe(200_000)
  const left = await spool(pieces(), folder, most)
  await left.written
  left.stream.destroy()
  await once(left.stream, 'close')
  expect((await textOf((await spool(pieces(), folder, most)).stream)).length).toBe(200_000)
})
