import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

// What the house checks read the sources with.

export const root = fileURLToPath(new URL('.', import.meta.url))
export const workspaces = ['domain', 'wire', 'server', 'web', 'e2e', 'bench']

export type Source = { path: string; text: string }

export const isTest = (path: string) => /\.test\.tsx?$/.test(path)

/** The TypeScript sources below a folder of the repository, without what is installed or built. */
export function filesBelow(folder: string): Source[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['node_modules', 'dist', 'public'].includes(entry.name) ? [] : filesBelow(path)
    return /\.tsx?$/.test(entry.name) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : []
  })
}

/** The syntax tree of a source, whose nodes know their parents. */
export const parse = ({ path, text }: Source) =>
  ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)

/** Calls `see` with a node and everything below it. */
export function visit(node: ts.Node, see: (node: ts.Node) => void) {
  see(node)
  ts.forEachChild(node, (child) => visit(child, see))
}

/** The line, counted from 1, on which a node begins. */
export const lineOf = (node: ts.Node) => node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1
