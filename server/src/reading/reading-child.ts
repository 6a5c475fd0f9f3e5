import { Socket } from 'node:net'
import { setPriority } from 'node:os'
import { attachmentsFromPdf } from '../e-invoice/attachments-from-pdf.ts'
import { drawPage } from './draw-page.ts'
import { type PageToDraw, ReadingError } from './page.ts'
import { readDocument } from './read-document.ts'

/**
 * The program in which files from outside are read: PDF, picture and mail readers, and the networks. It holds nothing and
 * may die at any file; its parent starts another. It gives way to everything else on the machine.
 */
type Question = { id: number; bytes: Uint8Array; fileName: string; draw?: PageToDraw; embedded?: true }

try {
  setPriority(5)
} catch {
  // Not every system lets a process step back.
}

// No reader has any business on the network, whatever a document asks for.
globalThis.fetch = () => Promise.reject(new Error('This process does not fetch.'))
Socket.prototype.connect = () => {
  throw new Error('This process does not connect.')
}

process.on('message', async ({ id, bytes, fileName, draw, embedded }: Question) => {
  try {
    const answer = draw
      ? await drawPage(bytes, fileName, draw)
      : embedded
        ? await attachmentsFromPdf(bytes)
        : await readDocument(bytes, fileName)
    process.send!({ id, answer })
  } catch (error) {
    process.send!({ id, fault: error instanceof ReadingError ? error.fault : 'unreadable' })
  }
})
process.on('disconnect', () => process.exit(0))
process.on('unhandledRejection', () => undefined)
process.send!({ ready: true })
