import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', html: 'text/html' }

/** Builds a web folder with vite into a folder of its own and answers the folder. */
export function built(args: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'usance-bench-web-'))
  const options = ['build', ...args, '--outDir', folder, '--emptyOutDir', '--logLevel', 'error']
  execFileSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...options], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return folder
}

/** Serves the plain React table of a hundred rows of twenty columns, compressed as well as can be. */
export async function openFloor(): Promise<{ url: string; close: () => void }> {
  const folder = built(['bench/src/browser/floor'])
  const rows = Array.from({ length: 100 }, (_, row) =>
    Object.fromEntries([
      ['id', `r${row}`],
      ...Array.from({ length: 20 }, (_, n) => [`column${n}`, `${(row * 7919 + n * 104_729) % 1_000_000}.25`]),
    ]),
  )
  const server = createServer((request, answer) => {
    const path = request.url!.split('?')[0]!
    const send = (type: string, body: Buffer | string, encoding: string) =>
      answer.writeHead(200, { 'content-type': type, 'content-encoding': encoding, 'cache-control': 'no-store' }).end(body)
    if (path.startsWith('/rows')) {
      const id = path.split('/')[2]
      return send('application/json', gzipSync(JSON.stringify(id ? rows.find((row) => row.id === id) : rows)), 'gzip')
    }
    const name = path === '/' ? 'index.html' : path.slice(1)
    if (name === 'favicon.ico') return answer.writeHead(204).end()
    send(types[name.split('.').pop()!] ?? 'text/plain', brotliCompressSync(readFileSync(join(folder, name))), 'br')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
