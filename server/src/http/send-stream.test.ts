import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { sendStream } from './send-stream.ts'

/** Asks a server that answers with this stream; tells how the sending ended and how the answer was taken. */
async function asked<T>(stream: Readable, patienceMs: number, take: (answer: IncomingMessage) => T | Promise<T>) {
  let ended = (_: unknown) => {}
  const outcome = new Promise<unknown>((resolve) => {
    ended = resolve
  })
  const server = createServer((_, response) => void sendStream(stream, response, patienceMs).then(ended))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const answer = new Promise<IncomingMessage>((resolve) => {
    get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }, resolve)
  })
  try {
    const taken = await take(await answer)
    return { outcome: await outcome, taken }
  } finally {
    ;(await answer).destroy()
    server.close()
  }
}

const toTheEnd = (answer: IncomingMessage) =>
  new Promise<{ text: string; isWhole: boolean }>((resolve) => {
    let text = ''
    answer.on('error', () => {})
    answer.on('data', (part) => {
      text += part
    })
    answer.on('close', () => resolve({ text, isWhole: answer.complete }))
  })

test('a file is sent to whoever takes it', async () => {
  const sent = await asked(Readable.from(['one', 'two']), 60_000, toTheEnd)
  expect(sent).toEqual({ outcome: undefined, taken: { text: 'onetwo', isWhole: true } })
})

test('who takes nothing any more is left alone, and what was read for them is let go', async () => {
  function* endless() {
    for (;;) yield Buffer.alloc(1 << 16)
  }
  const stream = Readable.from(endless())
  const { outcome } = await asked(stream, 200, (answer) => void answer.pause().on('error', () => {}))
  expect(outcome).toBeInstanceOf(Error)
  expect(stream.destroyed).toBe(true)
})

test('a file that cannot be made whole is cut off rather than ended', async () => {
  function* broken() {
    yield 'begun'
    throw new Error('The disk is gone.')
  }
  const { outcome, taken } = await asked(Readable.from(broken()), 60_000, toTheEnd)
  expect(outcome).toMatchObject({ message: 'The disk is gone.' })
  expect(taken.isWhole).toBe(false)
})
