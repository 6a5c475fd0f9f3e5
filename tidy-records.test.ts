import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { filesBelow, isTest, lineOf, parse, root, type Source, visit, workspaces } from './tidy-sources.ts'

// Keeps tests and records in order: how tests are written, what findings and decisions name, what nobody may leave behind.

it('replaces modules in files named *.mocked.test.ts alone, which share no modules with others', () => {
  const files = workspaces.filter((name) => name !== 'web').flatMap((name) => filesBelow(`${name}/src`))
  const faults = files
    .filter(({ path, text }) => /\bvi\.(mock|doMock)\(/.test(text) && !path.endsWith('.mocked.test.ts'))
    .map(({ path }) => path)
  expect(faults).toEqual([])
})

it('has no test that is left out or that leaves out others', () => {
  const faults: string[] = []
  for (const source of workspaces.flatMap(filesBelow).filter(({ path }) => isTest(path))) {
    visit(parse(source), (node) => {
      if (!ts.isPropertyAccessExpression(node)) return
      const [first, last] = [node.getText().split('.')[0], node.name.text]
      if (/^(it|test|describe)$/.test(first ?? '') && /^(only|skip|todo|fails)$/.test(last))
        faults.push(`${source.path}:${lineOf(node)}: ${node.getText()}; mend the test or delete it`)
    })
  }
  expect(faults).toEqual([])
})

/** Whether a use of a name waits for the promise that it stands for. */
const isWaitedFor = ({ parent }: ts.Node) =>
  ts.isAwaitExpression(parent) ||
  (ts.isCallExpression(parent) && parent.expression.getText() === 'refusalOf') ||
  (ts.isCallExpression(parent) &&
    parent.expression.getText() === 'expect' &&
    ts.isPropertyAccessExpression(parent.parent) &&
    /^(rejects|resolves)$/.test(parent.parent.name.text))

// All elements of the list start at once, and one that fails before its turn fails the run as an unhandled rejection.
it('starts the calls of a loop one by one, where their answers are waited for', () => {
  const faults: string[] = []
  for (const source of workspaces.flatMap(filesBelow).filter(({ path }) => isTest(path)))
    visit(parse(source), (node) => {
      if (!ts.isForOfStatement(node) || !ts.isVariableDeclarationList(node.initializer)) return
      const name = node.initializer.declarations[0]?.name
      const list = node.expression
      if (!name || !ts.isIdentifier(name) || !ts.isArrayLiteralExpression(list) || !list.elements.some(ts.isCallExpression))
        return
      visit(node.statement, (use) => {
        if (ts.isIdentifier(use) && use.text === name.text && isWaitedFor(use))
          faults.push(`${source.path}:${lineOf(node)}: ${name.text} was started before its turn; list functions instead`)
      })
    })
  expect(faults).toEqual([])
})

/** The titles of a file's tests and groups as patterns: a gap (`%s`, `${…}`) matches any text. */
function testTitlesOf(source: Source): RegExp[] {
  const titles: RegExp[] = []
  const rootOf = (node: ts.Expression): string =>
    ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) ? rootOf(node.expression) : node.getText()
  const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  visit(parse(source), (node) => {
    if (!ts.isCallExpression(node) || !['describe', 'it', 'test', 'inEach'].includes(rootOf(node.expression))) return
    for (const argument of node.arguments) {
      if (ts.isStringLiteralLike(argument))
        titles.push(
          new RegExp(
            `^${argument.text
              .split(/%[sdijp]/)
              .map(quoted)
              .join('.+')}$`,
          ),
        )
      if (ts.isTemplateExpression(argument))
        titles.push(
          new RegExp(
            `^${[argument.head, ...argument.templateSpans.map(({ literal }) => literal)].map((part) => quoted(part.text)).join('.+')}$`,
          ),
        )
    }
  })
  return titles
}

/** The names in "a; b; c" that match no title of a file. A title may contain a semicolon. */
function namedInVain(names: readonly string[], isTitle: (name: string) => boolean): string[] {
  if (names.length === 0) return []
  const end = names.findIndex((_, index) => isTitle(names.slice(0, index + 1).join('; ')))
  return end >= 0 ? namedInVain(names.slice(end + 1), isTitle) : [names[0]!, ...namedInVain(names.slice(1), isTitle)]
}

it('finds for each finding of docs/findings.md the test with that name', () => {
  const faults: string[] = []
  const known = new Map<string, RegExp[]>()
  const titlesIn = (path: string) => {
    const titles = known.get(path) ?? testTitlesOf({ path, text: readFileSync(join(root, path), 'utf8') })
    known.set(path, titles)
    return titles
  }
  const [proved = '', left = ''] = readFileSync(join(root, 'docs/findings.md'), 'utf8').split('\n## Left to another issue\n')
  const rows = proved.split('\n').flatMap((line) => {
    const [, id = '', , test] = line.split('|').map((cell) => cell.trim())
    return test && id !== 'Id' && !/^-+$/.test(id) ? [{ id, test }] : []
  })
  for (const { id, test } of rows) {
    const [before, ...named] = test.split(/`([^`]+\.test\.tsx?)`: /)
    if (before !== '' || named.length === 0) faults.push(`${id}: "${test}" is not \`file\`: title of its test`)
    for (let at = 0; at < named.length; at += 2) {
      const [path = '', titles = ''] = [named[at], named[at + 1]]
      if (!existsSync(join(root, path))) faults.push(`${id}: ${path} does not exist`)
      else
        for (const title of namedInVain(titles.replace(/; $/, '').split('; '), (name) =>
          titlesIn(path).some((one) => one.test(name)),
        ))
          faults.push(`${id}: ${path} has no test "${title}"`)
    }
  }
  expect(rows.length).toBeGreaterThan(100)
  expect(left).toContain('| Id | Fault | Issue |')
  expect(faults).toEqual([])
})

it('heads each decision with date and status, and names it in the index', () => {
  const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
  const faults = readdirSync(join(root, 'docs/decisions'))
    .filter((name) => name !== 'README.md')
    .flatMap((name) => {
      const [head = '', , status = ''] = readFileSync(join(root, 'docs/decisions', name), 'utf8').split('\n')
      const title = head.replace(/^# \d{3} /, '')
      return [
        ...(head.startsWith(`# ${name.slice(0, 3)} `) ? [] : [`${name}: begin with "# ${name.slice(0, 3)} Title"`]),
        ...(/^Date: \d{4}-\d{2}-\d{2}\. Status: .+$/.test(status) ? [] : [`${name}: the third line gives date and status`]),
        ...(index.includes(`(${name}) | ${title} |`) ? [] : [`${name}: is not in docs/decisions/README.md under its title`]),
      ]
    })
  expect(faults).toEqual([])
})

// Written in two halves, so that this file does not find itself.
const unfinished = new RegExp(['TO' + 'DO', 'FIX' + 'ME'].map((word) => `\\b${word}\\b`).join('|'))

it('leaves no notes about unfinished work in the code', () => {
  const faults: string[] = []
  const others = ['scripts/', ...workspaces.map((workspace) => `${workspace}/`)]
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const path of names
    .split('\n')
    .filter((name) => others.some((folder) => name.startsWith(folder)) && /\.(ts|tsx|mjs|sql|css)$/.test(name))) {
    if (!existsSync(join(root, path))) continue
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .forEach((line, index) => {
        const found = unfinished.exec(line)
        if (found) faults.push(`${path}:${index + 1}: ${found[0]}; do it now, or write an issue`)
      })
  }
  expect(faults).toEqual([])
})
