/** An element to be written: its name, then its text or what stands in it. Nothing that is empty is written. */
export type XmlNode = { name: string; attributes?: Record<string, string>; inside: string | readonly (XmlNode | undefined)[] }

export const element = (
  name: string,
  inside: string | readonly (XmlNode | undefined)[],
  attributes?: Record<string, string>,
): XmlNode => ({ name, inside, ...(attributes ? { attributes } : {}) })

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
// What XML 1.0 has no way to write is left out.
const escaped = (text: string) =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/[&<>"']/g, (one) => entities[one]!)

/** The element as text, indented by two blanks a level. */
export function xmlText(node: XmlNode, indent = ''): string {
  const { name, inside, attributes = {} } = node
  const head = `${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('')}`
  if (typeof inside === 'string') return `${indent}<${head}>${escaped(inside)}</${name}>`
  const children = inside.filter((one) => one !== undefined).map((one) => xmlText(one, `${indent}  `))
  return `${indent}<${head}>\n${children.join('\n')}\n${indent}</${name}>`
}
