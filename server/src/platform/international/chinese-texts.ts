import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Tree = { [key: string]: string | Tree }
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** The built-in Chinese texts that came with the browser's files; none while those are not built. */
export async function builtInChinese(webDir: string): Promise<Tree> {
  try {
    return JSON.parse(await readFile(join(webDir, 'texts/zh-CN.json'), 'utf8'))
  } catch {
    return {}
  }
}

/** Texts laid over others, group by group; an empty one hides nothing. */
export function laidOver(under: Tree, over: Tree): Tree {
  const out: Tree = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = out[key]
    if (isTree(value)) out[key] = laidOver(isTree(below) ? below : {}, value)
    else if (value) out[key] = value
  }
  return out
}
