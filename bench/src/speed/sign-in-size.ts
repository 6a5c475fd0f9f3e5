import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean }>
const root = fileURLToPath(new URL('../../../', import.meta.url))
/** What the sign-in page fetches besides its entry, which brings the English texts: the application of its own. */
const fetched = ['src/areas/login/start.tsx']

/** Builds the portal into a folder of its own and answers the compressed JavaScript of the sign-in page, in bytes. */
export function signInSize(): number {
  const folder = mkdtempSync(join(tmpdir(), 'usance-bench-web-'))
  try {
    const options = ['build', '--config', 'web/vite.config.ts', '--outDir', folder, '--manifest', '--logLevel', 'silent']
    execFileSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...options], { cwd: root })
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
    const files = new Set<string>()
    const take = (name: string) => {
      const chunk = manifest[name]
      if (!chunk) throw new Error(`The build has no ${name}.`)
      if (files.has(chunk.file)) return
      files.add(chunk.file)
      for (const imported of chunk.imports ?? []) take(imported)
    }
    for (const name of Object.keys(manifest)) if (manifest[name]!.isEntry) take(name)
    for (const name of fetched) take(name)
    return [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(folder, file))).length, 0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
