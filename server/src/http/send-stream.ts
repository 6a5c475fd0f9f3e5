import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Sends a file while it is made. The answer has begun, so that cutting the connection is the only honest sign that the file
 * is not whole: when making it fails, and when whoever asked takes nothing for `patienceMs`, because a reader who is gone
 * must not keep what the file is read from. Answers why it stopped, or nothing.
 */
export async function sendStream(stream: Readable, to: ServerResponse, patienceMs = 120_000): Promise<unknown> {
  to.setTimeout(patienceMs, () => to.destroy(new Error('Nobody takes the answer any more.')))
  try {
    await pipeline(stream, to)
    return undefined
  } catch (error) {
    to.destroy()
    return error
  }
}
