import ts from 'typescript'
import { expect, it } from 'vitest'
import { filesBelow, isTest, lineOf, parse, type Source, visit } from './tidy-sources.ts'

// What a page holds in its own state is gone when the session ends. What a person typed is kept for the return: by a form, or by `useTyped`.

/** Elements that choose, look for or turn something, in which nothing is typed that would be missed. */
const choosing = new Set([
  'Select',
  'MultiSelect',
  'Pager',
  'SearchBeyond',
  'SearchSelect',
  'AddTable',
  'UploadBox',
  'PapersBox',
  'OcrBox',
])
/** States that hold no words of a person to send. */
const heldNowhere = new Map([
  ['web/src/areas/approval/delegation-panel.tsx typed', 'looks for a colleague'],
  ['web/src/areas/finance/pool/assign-dialog.tsx typed', 'looks for invoices'],
  ['web/src/areas/help/faq-page.tsx typed', 'looks for a help text'],
  ['web/src/areas/payment/release-refund/waiting-to-pay.tsx orderNo', 'looks for an order'],
  ['web/src/areas/repayment/management/match-panel.tsx search', 'looks for orders'],
  ['web/src/areas/system/config/role-page.tsx search', 'looks for a permission'],
  ['web/src/areas/system/dynamic-form/reading-editor.tsx typed', 'is part of the form that its page keeps'],
  ['web/src/areas/system/mail/page.tsx recipient', 'looks for a mail'],
  ['web/src/areas/system/translation/page.tsx typed', 'looks for a text'],
  ['web/src/areas/system/workflow/step-fields.tsx hours', 'is part of the flow that its editor keeps'],
])
const writes = /^(value|facts|title|text|words)$/
const hears = /^(set|on(Change|Type|Text))$/

/** The names that `useState` gives the state of in a source. */
function statesOf(file: ts.SourceFile): ReadonlySet<string> {
  const states = new Set<string>()
  visit(file, (node) => {
    if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isCallExpression(node.initializer)) return
    if (node.initializer.expression.getText() !== 'useState' || !ts.isArrayBindingPattern(node.name)) return
    const [state] = node.name.elements
    if (state && ts.isBindingElement(state)) states.add(state.name.getText())
  })
  return states
}

/** The states of a source in which something is typed that the end of the session would lose. */
function lost(source: Source): string[] {
  const file = parse(source)
  const states = statesOf(file)
  const faults: string[] = []
  visit(file, (node) => {
    if (!ts.isJsxSelfClosingElement(node) && !ts.isJsxOpeningElement(node)) return
    const attributes = node.attributes.properties.filter(ts.isJsxAttribute)
    const tag = node.tagName.getText()
    if (choosing.has(tag) || (tag === 'input' && /type="(checkbox|radio|file)"/.test(node.attributes.getText()))) return
    if (!attributes.some(({ name }) => hears.test(name.getText()))) return
    for (const { name, initializer } of attributes) {
      if (!writes.test(name.getText()) || !initializer) continue
      visit(initializer, (inner) => {
        if (!ts.isIdentifier(inner) || !states.has(inner.text)) return
        if (ts.isPropertyAccessExpression(inner.parent) && inner.parent.name === inner) return
        if (heldNowhere.has(`${source.path} ${inner.text}`)) return
        faults.push(`${source.path}:${lineOf(node)}: what is typed into ${inner.text} is lost with the session`)
      })
    }
  })
  return faults
}

it('keeps what is typed on a page that holds it itself when the session ends', () => {
  const folders = ['web/src/areas', 'web/src/form', 'web/src/ui']
  // Before the sign-in there is no session, and `date-input.tsx` hands each day on.
  const sources = folders
    .flatMap(filesBelow)
    .filter(({ path }) => !isTest(path) && path.endsWith('.tsx') && !/areas\/login\/|ui\/date-input/.test(path))
  expect(sources.flatMap(lost)).toEqual([])
})

it('finds a field whose words are held by useState alone', () => {
  const page = (hook: string, drawn: string) => ({
    path: 'page.tsx',
    text: `const [words, write] = ${hook}; const drawn = ${drawn}`,
  })
  const field = '<textarea value={words} onChange={write} />'
  expect(lost(page("useState('')", field))).toHaveLength(1)
  expect(lost(page("useState({ a: '' })", '<InChinese facts={words} set={write} />'))).toHaveLength(1)
  expect(lost(page("useTyped('', { part: 'words' })", field))).toEqual([])
  expect(lost(page("useState('')", '<Select value={words} onChange={write} />'))).toEqual([])
})
