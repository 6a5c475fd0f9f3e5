import type { Call, Sent } from '@usance/wire/call'
import { sendFile } from '../../http/client.ts'
import { saveFile } from '../../http/files.ts'

/** Fetches a file of a report and hands it to the browser's downloads; answers true so that a button knows it is done. */
export async function takeHome<C extends Call & { kind: 'file' }>(call: C, input: Sent<C>, fallback: string): Promise<true> {
  const { blob, fileName } = await sendFile(call, input)
  saveFile(blob, fileName ?? fallback)
  return true
}
