import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

type Chunk = { type: string; fileName: string; code: string; imports: string[]; facadeModuleId: string | null; isEntry: boolean }

/** Builds the portal in memory and answers the compressed JavaScript of the sign-in page, in bytes. */
export async function signInSize(): Promise<number> {
  const built = (await build({
    configFile: fileURLToPath(new URL('../../../web/vite.config.ts', import.meta.url)),
    logLevel: 'silent',
    build: { write: false },
  })) as unknown as { output: Chunk[] }
  const chunks = new Map(built.output.filter((one) => one.type === 'chunk').map((one) => [one.fileName, one]))
  const wanted = new Set<string>()
  const take = (name: string) => {
    const chunk = chunks.get(name)
    if (!chunk || wanted.has(name)) return
    wanted.add(name)
    chunk.imports.forEach(take)
  }
  for (const chunk of chunks.values())
    if (chunk.isEntry || /areas\/login\/start\.tsx$|i18n\/en-US\/index\.ts$/.test(chunk.facadeModuleId ?? ''))
      take(chunk.fileName)
  return [...wanted].reduce((sum, name) => sum + brotliCompressSync(chunks.get(name)!.code).length, 0)
}
