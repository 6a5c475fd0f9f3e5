/** The words a template may use, each with its text in one language. */
export type TemplateValues = Record<string, string>

/** Puts the values into a template. A word the template uses and nobody gave is a fault of the template, never a blank. */
export function fillTemplate(body: string, values: TemplateValues): string {
  return body.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The template asks for ${name}, which is not known.`)
    return value
  })
}

/** A template's text in which a dash stands for each word that is not among these. */
export const keepingWords = (body: string, words: readonly string[]): string =>
  body.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => (words.includes(name) ? whole : '-'))

/** A contract's text as its parts: headings, paragraphs, and tables whose cells are separated by ' | '. */
export type Part = { kind: 'title' | 'heading' | 'paragraph'; text: string } | { kind: 'table'; head: string[]; rows: string[][] }

/** Reads the plain text of a contract into its parts. */
export function partsOf(content: string): Part[] {
  return content
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block): Part => {
      if (block.startsWith('## ')) return { kind: 'heading', text: block.slice(3) }
      if (block.startsWith('# ')) return { kind: 'title', text: block.slice(2) }
      if (!block.startsWith('| ')) return { kind: 'paragraph', text: block.replace(/\s*\n\s*/g, ' ') }
      const [head = [], ...rows] = block.split('\n').map((line) => line.slice(2).split(' | '))
      return { kind: 'table', head, rows }
    })
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The text of a contract as HTML; every value in it is escaped. */
export const htmlOf = (content: string): string =>
  partsOf(content)
    .map((part) => {
      if (part.kind === 'table') {
        const row = (cells: string[], tag: string) =>
          `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
        return `<table><thead>${row(part.head, 'th')}</thead><tbody>${part.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`
      }
      const tag = { title: 'h1', heading: 'h2', paragraph: 'p' }[part.kind]
      return `<${tag}>${escaped(part.text)}</${tag}>`
    })
    .join('\n')

/** One line of a document table; what would read as a cell border is taken out of the values. */
export const tableLine = (cells: string[]) => `| ${cells.map((cell) => cell.replace(/[|\n]/g, ' ').trim() || '-').join(' | ')}`

/** A value inside a sentence: it can neither begin a heading nor a table. */
export const inline = (value: string | null | undefined) => (value ?? '').replace(/\s+/g, ' ').trim() || '-'

/** A number of days in an English sentence: "1 business day", "5 calendar days". */
export const daysText = (count: number, kind: 'calendar' | 'business'): string => `${count} ${kind} day${count === 1 ? '' : 's'}`
