import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Lays each built text also in its two compressed forms beside it, which the server sends as they are: browsers take brotli
 * where the connection is encrypted or local, and gzip everywhere.
 */
export const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    await Promise.all(
      Object.values(bundle).map(async (file) => {
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        if (content.length < 1000 || !/\.(js|css|svg|json)$/.test(file.fileName)) return
        const path = join(dir!, file.fileName)
        await Promise.all([
          promisify(brotliCompress)(content).then((bytes) => writeFile(`${path}.br`, bytes)),
          promisify(gzip)(content, { level: 9 }).then((bytes) => writeFile(`${path}.gz`, bytes)),
        ])
      }),
    )
  },
})
