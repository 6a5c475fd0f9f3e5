import type { Plugin } from 'vite'

/** What stands in a call instead of what only the server and the API description read. */
const left: Record<string, string> = { title: "title: ''", answer: 'answer: 0', params: '...0', query: '...0', body: '...0' }

/** A node of the syntax tree. Its further fields depend on its type and are read by `childrenOf` and `nameOf`. */
type Node = { type: string; start: number; end: number }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
/** The nodes under a field of a node. */
const childrenOf = (node: Node, field: string): Node[] => [Reflect.get(node, field)].flat().filter(isNode)
const nameOf = (node: Node | undefined): unknown => node && Reflect.get(node, 'name')

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
      if (node.type === 'CallExpression' && nameOf(childrenOf(node, 'callee')[0]) === 'call') {
        const [declared] = childrenOf(node, 'arguments')
        for (const property of declared ? childrenOf(declared, 'properties') : []) {
          const text = left[String(nameOf(childrenOf(property, 'key')[0]))]
          if (text !== undefined) cuts.push({ start: property.start, end: property.end, text })
        }
        return
      }
      for (const field of Object.keys(node)) for (const child of childrenOf(node, field)) visit(child)
    }
    visit(this.parse(code))
    const sorted = cuts.sort((a, b) => b.start - a.start)
    return { code: sorted.reduce((text, cut) => text.slice(0, cut.start) + cut.text + text.slice(cut.end), code), map: null }
  },
})

/** A call of something of zod's, such as `z.object({ … }).optional()`. */
function isOfZod(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  let root: Node | undefined = node
  while (root?.type === 'CallExpression' || root?.type === 'MemberExpression')
    root = childrenOf(root, 'callee')[0] ?? childrenOf(root, 'object')[0]
  return root?.type === 'Identifier' && nameOf(root) === 'z'
}
