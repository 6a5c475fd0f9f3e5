import ts from 'typescript'
import { expect, it } from 'vitest'
import { filesBelow, isTest, lineOf, parse, type Source, visit } from './tidy-sources.ts'

// A list of choices that could not be loaded looks like one that is empty. The page tells the failure beside the list.

const lists = new Set(['Select', 'MultiSelect', 'SelectField', 'SelectOtherField', 'RadioField'])
/** Hooks that send no question, so that none of theirs can fail. */
const askNobody = new Set([
  'useText',
  'useState',
  'useRef',
  'useId',
  'useYesNo',
  'useOnOff',
  'useSession',
  'useDebounced',
  'useShown',
  'useTyped',
  'useTypedParts',
])

const hookOf = (node: ts.Expression | undefined): string | undefined =>
  node &&
  ts.isCallExpression(node) &&
  ts.isIdentifier(node.expression) &&
  /^use[A-Z]/.test(node.expression.text) &&
  node.expression.text !== 'useMemo'
    ? node.expression.text
    : undefined

/** For each name of a file that hooks feed: the names that the hooks were called into. */
function fedBy(file: ts.SourceFile): { rootsOf: (node: ts.Node) => Set<string>; told: Set<string> } {
  const roots = new Map<string, Set<string>>()
  const told = new Set<string>()
  const derived: { names: string[]; from: ts.Expression }[] = []
  visit(file, (node) => {
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression))
      if (/^(isLoadingError|isError|failed|question)$/.test(node.name.text)) told.add(node.expression.text)
    if (ts.isJsxAttribute(node) && node.name.getText() === 'question' && node.initializer)
      visit(node.initializer, (inner) => ts.isIdentifier(inner) && told.add(inner.text))
    if (!ts.isVariableDeclaration(node) || !node.initializer) return
    const hook = hookOf(node.initializer)
    if (hook !== undefined && askNobody.has(hook)) return
    if (ts.isIdentifier(node.name)) {
      if (hook) roots.set(node.name.text, new Set([node.name.text]))
      else if (!ts.isArrowFunction(node.initializer)) derived.push({ names: [node.name.text], from: node.initializer })
      return
    }
    const parts = [...node.name.elements].filter(ts.isBindingElement)
    const names = parts.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
    if (!hook) return void derived.push({ names, from: node.initializer })
    // What is taken apart has its failure among its parts.
    const failure = names.find((name) => /^(isLoadingError|isError|failed|question)$/.test(name))
    for (const name of names) roots.set(name, new Set([failure ?? name]))
  })
  const rootsOf = (node: ts.Node) => {
    const found = new Set<string>()
    visit(node, (inner) => {
      if (!ts.isIdentifier(inner)) return
      const isName = ts.isPropertyAccessExpression(inner.parent) && inner.parent.name === inner
      const isKey = ts.isPropertyAssignment(inner.parent) && inner.parent.name === inner
      if (!isName && !isKey) for (const root of roots.get(inner.text) ?? []) found.add(root)
    })
    return found
  }
  for (let grown = true; grown; ) {
    grown = false
    for (const { names, from } of derived) {
      const found = rootsOf(from)
      for (const name of names) {
        const now = roots.get(name) ?? new Set()
        if ([...found].every((root) => now.has(root))) continue
        roots.set(name, new Set([...now, ...found]))
        grown = true
      }
    }
  }
  return { rootsOf, told }
}

/** The lists of choices of a source whose question could fail unseen. */
function untold(source: Source): string[] {
  const file = parse(source)
  const { rootsOf, told } = fedBy(file)
  const faults: string[] = []
  visit(file, (node) => {
    if (!ts.isJsxSelfClosingElement(node) || !lists.has(node.tagName.getText())) return
    for (const attribute of node.attributes.properties) {
      if (!ts.isJsxAttribute(attribute) || attribute.name.getText() !== 'options' || !attribute.initializer) continue
      for (const root of rootsOf(attribute.initializer))
        if (!told.has(root)) faults.push(`${source.path}:${lineOf(node)}: ${root} may fail, and nothing tells it`)
    }
  })
  return faults
}

const isEmptyList = (node: ts.Node) => ts.isArrayLiteralExpression(node) && node.elements.length === 0

/** The lists of a source that are empty where their question failed, as it has no name by which that could be told. */
function unnamed(source: Source): string[] {
  const file = parse(source)
  const faults: string[] = []
  visit(file, (node) => {
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.QuestionQuestionToken) return
    if (!isEmptyList(node.right) || !ts.isPropertyAccessExpression(node.left)) return
    const hook = hookOf(node.left.expression)
    if (hook && !askNobody.has(hook)) faults.push(`${source.path}:${lineOf(node)}: ${hook} may fail, and nothing can tell it`)
  })
  return faults
}

it('asks for each list under a name by which its failure can be told', () => {
  const faults = filesBelow('web/src')
    .filter(({ path }) => !isTest(path))
    .flatMap(unnamed)
  expect(faults).toEqual([])
  const page = (text: string) => unnamed({ path: 'page.tsx', text })
  expect(page("const taken = (useCurrent('PAPER').data ?? []).map(idOf)")).toHaveLength(1)
  expect(page("const papers = useCurrent('PAPER'); const taken = papers.data ?? []")).toEqual([])
})

it('tells beside each list of choices that its question failed', () => {
  const faults = filesBelow('web/src')
    .filter(({ path, text }) => !isTest(path) && path.endsWith('.tsx') && text.includes('options='))
    .flatMap(untold)
  expect(faults).toEqual([])
})
