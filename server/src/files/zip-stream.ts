import { createHash } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import { ZipFile } from 'yazl'

/** A part of a zip: its name, and a function that opens its bytes. */
export type ZipPart = { name: string; open: () => Promise<Readable> | Readable }

/** A zip written part by part: each part is opened after the one before it, so that one file is open at a time. */
export function zipStream(parts: readonly ZipPart[]): Readable {
  const zip = new ZipFile()
  // The types of yazl name the older interface of streams; it is a PassThrough.
  const output = zip.outputStream as unknown as Readable
  let current: Readable | undefined
  output.once('close', () => current?.destroy())
  zip.on('error', (error) => output.destroy(error))
  for (const { name, open } of parts)
    zip.addReadStreamLazy(name, {}, (give) => {
      Promise.resolve()
        .then(open)
        .then(
          (stream) => {
            current = stream
            give(null, stream)
          },
          (error) => output.destroy(error),
        )
    })
  zip.end()
  return output
}

/** A zip of the parts and of SHA256SUMS, which `sha256sum -c` reads. */
export function summedZip(parts: readonly ZipPart[]): Readable {
  const sums: string[] = []
  const all = parts.map(({ name, open }) => ({ name, open: async () => summed(await open(), name, sums) }))
  return zipStream([...all, { name: 'SHA256SUMS', open: () => Readable.from([sums.join('')], { objectMode: false }) }])
}

/** Passes the bytes through unchanged, and adds their sum at the end. */
function summed(bytes: Readable, name: string, sums: string[]): Readable {
  const hash = createHash('sha256')
  const through = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      done(null, piece)
    },
    flush(done) {
      sums.push(`${hash.digest('hex')}  ${name}\n`)
      done()
    },
  })
  // An error of the bytes ends the output with the same error.
  return pipeline(bytes, through, () => undefined)
}
