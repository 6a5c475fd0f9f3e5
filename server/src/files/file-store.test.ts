import fs, { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type FileStore, localFileStore } from './file-store.ts'
import { s3FileStore } from './s3-file-store.ts'

/** As much of S3 as the store speaks: put, get and delete of objects in one bucket, for signed requests only. */
function smallS3(objects: Map<string, Buffer>): Server {
  return createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const answer = (status: number, body: Buffer | string = '') => response.writeHead(status).end(body)
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=test-key/')) return answer(403)
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://s3').pathname)
    if (!path.startsWith('/usance-files/')) return answer(404)
    const key = path.slice('/usance-files/'.length)
    if (request.method === 'PUT') {
      objects.set(key, Buffer.concat(parts))
      return answer(200)
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return answer(204)
    }
    const found = objects.get(key)
    return found
      ? answer(200, found)
      : answer(404, '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>No such key.</Message></Error>')
  })
}

const folder = mkdtempSync(join(tmpdir(), 'usance-files-'))
const objects = new Map<string, Buffer>()
const server = smallS3(objects)
const stores: Record<string, () => FileStore> = {
  'on disk': () => localFileStore(folder),
  'in a bucket': () =>
    s3FileStore({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      bucket: 'usance-files',
      region: 'us-east-1',
      accessKeyId: 'test-key',
      secretAccessKey: 'test-secret',
    }),
}
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

/** The bytes of the file in another process of this machine. */
async function bytesOf(store: FileStore, objectKey: string): Promise<Buffer> {
  const { path, release } = await store.onDisk(objectKey)
  return readFile(path).finally(release)
}

describe.each(Object.keys(stores))('files %s', (name) => {
  const big = Buffer.alloc(1_500_000, 'usance')

  test('what is put, whole or as a stream, comes back byte for byte, whole or as a stream', async () => {
    const store = stores[name]!()
    await store.put('upload/whole.pdf', big)
    await store.put('upload/stream.pdf', Readable.from([big.subarray(0, 700_000), big.subarray(700_000)]))
    expect(Buffer.compare(await bytesOf(store, 'upload/whole.pdf'), big)).toBe(0)
    const parts: Buffer[] = []
    for await (const part of await store.stream('upload/stream.pdf')) parts.push(part as Buffer)
    expect(Buffer.compare(Buffer.concat(parts), big)).toBe(0)
  })
  test('putting again replaces, removing removes, and removing what is gone is no fault', async () => {
    const store = stores[name]!()
    await store.put('upload/again', Buffer.from('first'))
    await store.put('upload/again', Buffer.from('second'))
    expect((await bytesOf(store, 'upload/again')).toString()).toBe('second')
    await store.remove('upload/again')
    await expect(store.onDisk('upload/again')).rejects.toThrow()
    await store.remove('upload/again')
  })
  test('what is missing fails before a single byte is answered', async () => {
    await expect(stores[name]!().stream('upload/none')).rejects.toThrow()
  })
  test('a stream that breaks leaves nothing behind', async () => {
    const store = stores[name]!()
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('connection lost')
      })(),
    )
    await expect(store.put('upload/broken', broken)).rejects.toThrow('connection lost')
    await expect(store.onDisk('upload/broken')).rejects.toThrow()
  })
  test('a key cannot climb out', async () => {
    const store = stores[name]!()
    for (const key of ['../etc/passwd', 'upload/../../etc', '/absolute', 'UPPER'])
      await expect((async () => store.put(key, Buffer.from('x')))()).rejects.toThrow('Not an object key.')
  })
})

test.each([
  ['whole', () => Buffer.from('a contract')],
  ['as a stream', () => Readable.from([Buffer.from('a contract')])],
])('a file put %s has its name once the disk has its bytes, and none where the disk fails', async (_, content) => {
  const store = localFileStore(folder)
  const real = fs.fsync
  const named: boolean[] = []
  const sync = vi.spyOn(fs, 'fsync').mockImplementation((file, done) => {
    named.push(existsSync(join(folder, 'contract/slow')))
    setTimeout(() => real(file, done), 100)
  })
  await store.put('contract/slow', content())
  expect(named).toEqual([false])
  await store.remove('contract/slow')
  sync.mockImplementation((_file, done) => void done(Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' })))
  await expect(store.put('contract/full', content())).rejects.toThrow('The disk is full.')
  sync.mockRestore()
  await expect(store.stream('contract/full')).rejects.toThrow('ENOENT')
})
