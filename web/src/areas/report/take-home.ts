import type { Call } from '@usance/wire/call'
import { send } from '../../http/client.ts'
import { saveFile } from '../../http/files.ts'

/** Fetches a file of a report and hands it to the browser's downloads; answers true so that a button knows it is done. */
export async function takeHome(call: Call, input: object, fallback: string): Promise<true> {
  const { blob, fileName } = (await send(call, input as never)) as { blob: Blob; fileName: string | undefined }
  saveFile(blob, fileName ?? fallback)
  return true
}
