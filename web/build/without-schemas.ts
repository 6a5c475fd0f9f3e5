import type { Plugin } from 'vite'

/** What stands in a call instead of what only the server and the API description read. */
const left: Record<string, string> = { title: "title: ''", answer: 'answer: 0', params: '...0', query: '...0', body: '...0' }

type Node = { type: string; start: number; end: number; [key: string]: any }

/**
 * Leaves the schemas and titles of calls out of the browser's code: the server validates, and their types exist at compile
 * time only. What is built with zod becomes the mere stand-in, so that its arguments are never sent.
 */
export const withoutSchemas = (): Plugin => ({
  name: 'without-schemas',
  apply: 'build',
  transform(code, id) {
    if (!/[\\/]wire[\\/]src[\\/].*\.ts$/.test(id)) return undefined
    const cuts: { start: number; end: number; text: string }[] = []
    const visit = (node: Node): void => {
      if (isOfZod(node)) {
        cuts.push({ start: node.start, end: node.end, text: 'z' })
        return
      }
      if (node.type === 'CallExpression' && node.callee.name === 'call') {
        for (const property of node.arguments[0]?.properties ?? []) {
          const text = left[property.key?.name as string]
          if (text !== undefined) cuts.push({ start: property.start, end: property.end, text })
        }
        return
      }
      for (const value of Object.values(node))
        for (const child of [value].flat()) if (typeof child?.type === 'string') visit(child as Node)
    }
    visit(this.parse(code) as unknown as Node)
    const sorted = cuts.sort((a, b) => b.start - a.start)
    return { code: sorted.reduce((text, cut) => text.slice(0, cut.start) + cut.text + text.slice(cut.end), code), map: null }
  },
})

/** A call of something of zod's, such as `z.object({ … }).optional()`. */
function isOfZod(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  let root = node as Node
  while (root.type === 'CallExpression' || root.type === 'MemberExpression') root = root.callee ?? root.object
  return root.type === 'Identifier' && root.name === 'z'
}
