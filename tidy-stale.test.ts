import ts from 'typescript'
import { expect, it } from 'vitest'
import { filesBelow, isTest, lineOf, parse, type Source, visit } from './tidy-sources.ts'

// A figure of a former period under the name of the new one is read as the new one. It is paled until its own is there.

const reports = ['dashboard', 'ledger', 'proof', 'report'].map((area) => `web/src/areas/${area}`)
const lists = ['messages', 'org/info', 'payment', 'repayment/airwallex-management', 'system/news'].map(
  (area) => `web/src/areas/${area}`,
)

const isFunction = (node: ts.Node): node is ts.FunctionDeclaration | ts.ArrowFunction =>
  ts.isFunctionDeclaration(node) || ts.isArrowFunction(node)
const componentOf = (node: ts.Node): ts.Node => (ts.isFunctionDeclaration(node) || !node.parent ? node : componentOf(node.parent))
const keepsOld = (node: ts.Node) => {
  let found = false
  visit(node, (inner) => {
    if (ts.isPropertyAssignment(inner) && inner.name.getText() === 'placeholderData') found = true
  })
  return found
}
/** The hooks of a source that return such a question to whoever calls them. */
function hooksOf(file: ts.SourceFile): string[] {
  const names: string[] = []
  visit(file, (node) => {
    if (!isFunction(node) || !keepsOld(node)) return
    const name = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined)
    if (name && /^use[A-Z]/.test(name.getText())) names.push(name.getText())
  })
  return names
}

/** The questions of a source whose former answer is shown as if it were the one asked for. */
function unmarked(file: ts.SourceFile, path: string, hooks: ReadonlySet<string>): string[] {
  const faults: string[] = []
  visit(file, (node) => {
    if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isCallExpression(node.initializer)) return
    const hook = node.initializer.expression.getText()
    if (!hooks.has(hook) && !(hook === 'useQuery' && keepsOld(node.initializer))) return
    const within = componentOf(node)
    if (ts.isFunctionDeclaration(within) && within.name && hooks.has(within.name.text)) return
    const name = node.name.getText()
    let isMarked = false
    visit(within, (inner) => {
      if (!ts.isJsxOpeningElement(inner) || inner.tagName.getText() !== 'Stale') return
      if (inner.attributes.properties.some((one) => one.getText() === `question={${name}}`)) isMarked = true
    })
    if (!isMarked) faults.push(`${path}:${lineOf(node)}: ${name} shows a former answer that nothing marks`)
  })
  return faults
}

function faultsOf(sources: readonly Source[]): string[] {
  const files = sources.map((source) => ({ path: source.path, file: parse(source) }))
  const hooks = new Set(files.flatMap(({ file }) => hooksOf(file)))
  return files.flatMap(({ path, file }) => unmarked(file, path, hooks))
}

it('marks on a report page a figure of the former question until its own is there', () => {
  const sources = reports.flatMap(filesBelow).filter(({ path }) => !isTest(path))
  expect(faultsOf(sources)).toEqual([])
})

it('marks the rows of a former page or search until those of the next are there, and the figures of a loss', () => {
  const ofLoss = filesBelow('web/src/areas/finance/finance-order').filter(({ path }) => path.endsWith('/write-off.tsx'))
  expect(ofLoss).toHaveLength(1)
  expect(faultsOf([...lists.flatMap(filesBelow).filter(({ path }) => !isTest(path)), ...ofLoss])).toEqual([])
})

it('finds the question of a report page and that of a hook where nothing marks a former answer', () => {
  const hook = { path: 'hook.ts', text: 'export function useRows() { return useQuery({ placeholderData: keepPreviousData }) }' }
  const page = (body: string) => ({ path: 'page.tsx', text: `function Page() { ${body} }` })
  const asked = 'const answer = useQuery({ placeholderData: keepPreviousData })'
  expect(faultsOf([page(`${asked}; return <p>{answer.data}</p>`)])).toHaveLength(1)
  expect(faultsOf([hook, page('const answer = useRows(); return <p>{answer.data}</p>')])).toHaveLength(1)
  expect(faultsOf([page(`${asked}; return <Stale question={answer}>{answer.data}</Stale>`)])).toEqual([])
})
