import { type ExtractData, ocrCalls } from '@usance/wire/ocr/calls'
import { send } from '../http/client.ts'
import { ocrQueue } from './ocr-queue.ts'

/** A page may take seconds and wait behind others; the server itself gives up after a minute a file. */
const timeoutMs = 300_000

/** The one queue of the portal: however many uploaders there are, no more than three documents are read at once. */
export const documentQueue = ocrQueue<ExtractData>({
  read: async (fileKey, schemaCode, signal) =>
    (await send(ocrCalls.standard, { body: { fileKey, schemaCode } }, { quiet: true, timeoutMs, signal })).extractData,
})
