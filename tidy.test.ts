import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { filesBelow, isTest, lineOf, parse, root, type Source, visit, workspaces } from './tidy-sources.ts'

// Keeps the house in order: what a workspace may import, and what the code may not do.

type Import = { name: string; line: number; typeOnly: boolean }

const importsKnown = new Map<string, Import[]>()

/** The modules that a file names in import and export declarations, in `import()`, and in the type of an import. */
function importsOf(source: Source): Import[] {
  const known = importsKnown.get(source.path)
  if (known) return known
  const found: Import[] = []
  importsKnown.set(source.path, found)
  visit(parse(source), (node) => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      const typeOnly = ts.isImportDeclaration(node)
        ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
        : node.isTypeOnly
      found.push({ name: node.moduleSpecifier.text, line: lineOf(node), typeOnly })
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [name] = node.arguments
      if (name && ts.isStringLiteralLike(name)) found.push({ name: name.text, line: lineOf(node), typeOnly: false })
    }
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal))
      found.push({ name: node.argument.literal.text, line: lineOf(node), typeOnly: true })
  })
  return found
}

/** `@scope/name/deep/file` belongs to the package `@scope/name`. */
const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')
const isBuiltin = (name: string) => name.startsWith('node:') || builtinModules.includes(packageOf(name))
const isRelative = (name: string) => name.startsWith('.')

type Manifest = { dependencies?: object; optionalDependencies?: object; devDependencies?: object }
const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** What a workspace may import: its own packages, and at the top level the tools that tests are written with. */
function allowedIn(workspace: string) {
  const own = manifestOf(workspace)
  const shipped = new Set([`@usance/${workspace}`, ...Object.keys({ ...own.dependencies, ...own.optionalDependencies })])
  // The benches measure the product in the journeys' browser, beside pages made of what the portal is made of.
  if (workspace === 'bench')
    for (const name of ['@usance/e2e', ...Object.keys({ ...manifestOf('e2e').dependencies, ...manifestOf('web').dependencies })])
      shipped.add(name)
  const tools = new Set([...shipped, ...Object.keys({ ...own.devDependencies, ...manifestOf('.').devDependencies })])
  return { shipped, tools }
}

// What is run only by developers may use developers' tools.
const isForDevelopers = (path: string) => isTest(path) || /^e2e\/|\/(test-[^/]*|[^/]*\.config)\.ts$|\/testing\//.test(path)

it('imports in a workspace only what its package.json names', () => {
  const faults: string[] = []
  for (const workspace of workspaces) {
    const { shipped, tools } = allowedIn(workspace)
    for (const source of filesBelow(workspace)) {
      for (const { name, line, typeOnly } of importsOf(source)) {
        const place = `${source.path}:${line}: ${name}`
        if (isRelative(name)) {
          const target = join(source.path, '..', name).replaceAll('\\', '/')
          if (!target.startsWith(`${workspace}/`)) faults.push(`${place} leaves the workspace; import it as @usance/…`)
        } else if (!isBuiltin(name) && !name.startsWith('virtual:')) {
          const allowed = isForDevelopers(source.path) || typeOnly ? tools : shipped
          if (!allowed.has(packageOf(name))) faults.push(`${place} is not among the dependencies of ${workspace}/package.json`)
        }
      }
    }
  }
  expect(faults).toEqual([])
})

it('names in the package.json of a workspace only what its files use', () => {
  const unused = workspaces.flatMap((workspace) => {
    const texts = filesBelow(workspace).map(({ text }) => text)
    return Object.keys(manifestOf(workspace).dependencies ?? {})
      .filter((name) => !texts.some((text) => text.includes(`'${name}'`) || text.includes(`${name}/`)))
      .map((name) => `${workspace}: ${name}`)
  })
  expect(unused).toEqual([])
})

it('keeps the arrows domain <- wire <- server, web', () => {
  const below: Record<string, string[]> = { domain: [], wire: ['domain'], server: ['domain', 'wire'], web: ['domain', 'wire'] }
  const faults = Object.entries(below).flatMap(([workspace, allowed]) =>
    Object.keys({ ...manifestOf(workspace).dependencies, ...manifestOf(workspace).devDependencies })
      .filter((name) => name.startsWith('@usance/') && !allowed.includes(name.slice('@usance/'.length)))
      .map((name) => `${workspace}/package.json: ${name} is not below ${workspace}; turn the arrow round`),
  )
  expect(faults).toEqual([])
})

/**
 * The contexts of the server, from the top, each with those that its files may import. All may import the kit: the folders below
 * that no line names. What a context must know of one above is bound to a port where the parts are joined (`all-ports.ts`).
 */
const contexts: Record<string, readonly string[]> = {
  insight: ['finance', 'trade', 'party', 'approval', 'books', 'platform'],
  settlement: ['finance', 'trade', 'party', 'approval', 'books', 'platform'],
  finance: ['trade', 'party', 'approval', 'books', 'platform'],
  trade: ['approval', 'books', 'platform'],
  party: ['approval', 'platform'],
  approval: ['books', 'platform'],
  books: [],
  platform: [],
}
// What lies beside the contexts in `server/src` joins the parts, and may import them all.
const joining = ['demo', 'jobs']
const kitFiles = ['app.ts', 'config.ts', 'port.ts']
const isForTests = (path: string) => isTest(path) || /\/(testing|suites)\/|\.fixture\.ts$/.test(path)

function contextOf(path: string): string {
  const [folder = '', file] = path.slice('server/src/'.length).split('/')
  if (folder in contexts) return folder
  return joining.includes(folder) || (file === undefined && !kitFiles.includes(folder)) ? 'joining' : 'kit'
}

const targetOf = (path: string, name: string) => join(path, '..', name).replaceAll('\\', '/')

it('lets a context of the server import those below it alone', () => {
  const faults: string[] = []
  const used = new Set<string>()
  for (const source of filesBelow('server/src').filter(({ path }) => !isForTests(path)))
    for (const { name, line } of importsOf(source).filter((one) => isRelative(one.name))) {
      if (!targetOf(source.path, name).startsWith('server/src/')) continue
      const [from, to] = [contextOf(source.path), contextOf(targetOf(source.path, name))]
      used.add(`${from} -> ${to}`)
      const isBelow = to === 'kit' || from === to || from === 'joining' || contexts[from]?.includes(to)
      if (isForTests(targetOf(source.path, name))) faults.push(`${source.path}:${line}: ${name} is for tests`)
      else if (!isBelow)
        faults.push(`${source.path}:${line}: ${name} is not below ${from}; move what both need down, or read it from a port`)
    }
  const order = Object.keys(contexts)
  for (const [from, below] of Object.entries(contexts))
    for (const to of below) {
      if (order.indexOf(to) <= order.indexOf(from)) faults.push(`the arrow ${from} -> ${to} runs up`)
      if (!used.has(`${from} -> ${to}`)) faults.push(`nothing uses the arrow ${from} -> ${to}; take it out of the table`)
    }
  expect(faults).toEqual([])
})

/** The circles of a graph: each as the way from a file back to itself. Empty where there is none. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
    else if (!done.has(path)) {
      for (const next of graph.get(path) ?? []) walk(next, [...trail, path])
      done.add(path)
    }
  }
  for (const path of graph.keys()) walk(path, [])
  return circles
}

it('has no circle of files that import each other, types included', () => {
  const graphOf = (workspace: string) => {
    const sources = filesBelow(workspace).filter(({ path }) => !isForTests(path))
    const targets = (source: Source) =>
      importsOf(source).flatMap(({ name }) => (isRelative(name) ? [targetOf(source.path, name)] : []))
    return new Map(sources.map((source) => [source.path, targets(source)]))
  }
  expect(circlesIn(new Map([['a', ['b']], ['b', ['c', 'a']], ['c', []]]))).toEqual(['a -> b -> a']) // biome-ignore format: one thought
  expect(workspaces.flatMap((workspace) => circlesIn(graphOf(workspace)))).toEqual([])
})

// Packages that parse bytes from outside. Writing workbooks and checking the first bytes of an upload are not parsing.
const parserPackages = ['saxes', 'hucre', 'yauzl', 'pdfjs-dist', '@kenjiuno/msgreader', '@napi-rs/canvas', 'onnxruntime-web']
const parserPrograms = /^server\/src\/parsing\/parse-[a-z]+-child\.ts$/
const writesOnly = ['server/src/files/write-workbook.ts']

it('parses bytes from outside in the programs of parsing/ alone', () => {
  const sources = new Map(filesBelow('server/src').map((source) => [source.path, source]))
  const programs = [...sources.keys()].filter((path) => /-?main\.ts$/.test(path) && !isTest(path))
  const faults: string[] = []
  const cameBy = new Map(programs.map((path) => [path, path]))
  const waiting = [...programs]
  while (waiting.length > 0) {
    const path = waiting.pop()!
    for (const { name, line, typeOnly } of importsOf(sources.get(path)!)) {
      if (typeOnly) continue
      const target = join(path, '..', name).replaceAll('\\', '/')
      if (parserPackages.includes(packageOf(name)) && !writesOnly.includes(path))
        faults.push(`${path}:${line}: ${name} beside requests (by ${cameBy.get(path)}); ask app.parsers`)
      if (!isRelative(name) || !sources.has(target) || cameBy.has(target) || parserPrograms.test(target)) continue
      cameBy.set(target, path)
      waiting.push(target)
    }
  }
  expect(programs).toContain('server/src/main.ts')
  expect(faults).toEqual([])
})

/** Why this place in a business rule is none: rules are plain functions of what they are given. */
function impurityOf(node: ts.Node): string | undefined {
  if (ts.isAwaitExpression(node)) return 'await in domain; load what the rule needs first and pass it in'
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length)
    return 'new Date() in domain; take today as an argument'
  if (ts.isPropertyAccessExpression(node)) {
    const text = node.getText()
    if (text === 'Date.now') return 'Date.now() in domain; take today as an argument'
    if (text === 'Math.random') return 'Math.random() in domain; take the number or its seed as an argument'
    if (/^performance\.now$|^crypto\.(randomUUID|getRandomValues)$/.test(text)) return `${text} in domain; take it as an argument`
    if (/^Temporal\.Now\b/.test(text)) return 'Temporal.Now in domain; take today as an argument'
  }
  // `process` is also a verb: only the global is refused, not a property or parameter of that name.
  if (
    ts.isPropertyAccessExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'process' &&
    /^(env|argv|exit|cwd|hrtime)$/.test(node.name.text)
  )
    return 'process in domain; take the setting as an argument'
  return undefined
}

it('writes answers by hand in http/ alone, which holds no transaction for a slow reader', () => {
  const faults = filesBelow('server/src')
    .filter(({ path }) => !path.startsWith('server/src/http/') && !isTest(path))
    .flatMap(({ path, text }) =>
      /\.hijack\(|\bsendStream\(|reply\.raw\.writeHead\(/.test(text)
        ? [`${path}: writes an answer by hand; use sendMade or sendOpened of http/send-file.ts, or beginEvents`]
        : [],
    )
  expect(faults).toEqual([])
})

it('takes a connection for a caller in their turn alone', () => {
  // The jobs, the end of day and the first start work one after the other; a key has no user before it is read.
  const others = [
    'server/src/http/in-turn.ts',
    'server/src/platform/notification/tell-messages.ts',
    'server/src/audit/seal.ts',
    'server/src/settlement/end-of-day/run-end-of-day.ts',
    'server/src/auth/api-key.ts',
    'server/src/first-start.ts',
  ]
  const faults = filesBelow('server/src')
    .filter(({ path }) => !others.includes(path) && !isTest(path) && !/\/(jobs|demo|testing)\//.test(path))
    .flatMap(({ path, text }) =>
      /\b(inTransaction|rolledBack)\(\s*([\w]+\.)*(app\.db|reportDb)\b/.test(text)
        ? [`${path}: takes a connection past the turns; use look of Before, or inTurn of http/in-turn.ts`]
        : [],
    )
  expect(faults).toEqual([])
})

it('reads in which states the money of an order is out from the rule or from open-statuses.ts, and lists them nowhere else', () => {
  // A buyer owes on an order that its funder has lost: a list of states by itself leaves that debt out (decision 097).
  const lists = /[([]\s*'FUNDED',\s*'PARTIALLY_REPAID',\s*'OVERDUE'(,\s*'WRITTEN_OFF')?\s*[)\]]/
  // The laws and lives of the suites state them by themselves: they judge the rule.
  const found = filesBelow('server/src').filter(
    ({ path, text }) => !isTest(path) && !path.startsWith('server/src/suites/') && lists.test(text),
  )
  expect(found.map(({ path }) => path)).toEqual([])
})

it('watches the end of an answer by whenOver alone, which also sees what is over already', () => {
  // They watch streams of their own, requests as they arrive, answers as they are taken, and those that the server itself receives.
  const others = [
    'server/src/files/zip-stream.ts',
    'server/src/webhook/outward.ts',
    'server/src/http/when-over.ts',
    'server/src/http/slow-senders.ts',
    'server/src/http/unread-answers.ts',
  ]
  const faults = filesBelow('server/src')
    .filter(({ path }) => !others.includes(path) && !isTest(path) && !path.includes('/testing/'))
    .flatMap(({ path, text }) =>
      /\.(on|once)\('(close|finish|aborted)'/.test(text)
        ? [`${path}: watches a connection that may be closed; use whenOver`]
        : [],
    )
  expect(faults).toEqual([])
})

it('asks about a record that is named by its number as about one that is named by its id', () => {
  // These read, compare, or hand the query on.
  const readers = [
    'server/src/platform/ocr/routes.ts',
    'server/src/trade/invoice/linked-invoices.ts',
    'server/src/trade/invoice/signs.ts',
    'server/src/trade/purchase-order/order-named.ts',
    'server/src/trade/purchase-order/save-order.ts',
  ]
  const faults = filesBelow('server/src')
    .filter(({ path, text }) => !isForTests(path) && /\.where\('(\w+\.)?(normNo|code)', '(=|in)'/.test(text))
    .filter(({ path, text }) => !readers.includes(path) && (/normNo/.test(text) || /poolCode/.test(text)))
    .flatMap(({ path, text }) =>
      /\b(recordNamed|refuseOtherParties)\(/.test(text) ? [] : [`${path}: finds a record by its number; ask by \`recordNamed\``],
    )
  expect(faults).toEqual([])
})

it('draws files at the choke point of the calls alone, where no transaction is open', () => {
  const faults = filesBelow('server/src')
    .filter(({ path }) => !/^server\/src\/http\/(handle|prepare)\.ts$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      /\bnew Outside\(/.test(text)
        ? [`${path}: says that no transaction is open; take \`outside\` of a Later or of a Before`]
        : [],
    )
  expect(faults).toEqual([])
})

it('keeps clocks, chance, waiting and packages out of the business rules', () => {
  const faults: string[] = []
  for (const source of filesBelow('domain').filter(({ path }) => !isTest(path))) {
    visit(parse(source), (node) => {
      const why = impurityOf(node)
      if (why) faults.push(`${source.path}:${lineOf(node)}: ${why}`)
    })
    for (const { name, line } of importsOf(source)) {
      if (!isRelative(name)) faults.push(`${source.path}:${line}: ${name} in domain; business rules import nothing`)
    }
  }
  expect(faults).toEqual([])
})

// A workspace joins this list once its last such cast is gone.
const typedWorkspaces = ['domain', 'wire', 'web']

it('proves types rather than claiming them: no cast to never, none by way of unknown', () => {
  const faults: string[] = []
  for (const source of typedWorkspaces.flatMap(filesBelow).filter(({ path }) => !isTest(path)))
    visit(parse(source), (node) => {
      if (!ts.isAsExpression(node)) return
      const isNever = node.type.kind === ts.SyntaxKind.NeverKeyword
      const isTwice = ts.isAsExpression(node.expression) && node.expression.type.kind === ts.SyntaxKind.UnknownKeyword
      if (isNever || isTwice)
        faults.push(`${source.path}:${lineOf(node)}: ${node.getText().slice(-60)}; infer it, or check the value`)
    })
  expect(faults).toEqual([])
})

it('casts nothing to never in the server either, besides what two libraries type too narrowly', () => {
  // A driver takes a statement with settings where its type has a text; a canvas without a browser draws a page too.
  const narrow = ['server/src/database/database.ts', 'server/src/reading/read-pdf.ts']
  const faults: string[] = []
  const sources = filesBelow('server/src').filter(({ path }) => !isForDevelopers(path) && !/\/suites\//.test(path))
  for (const source of sources.filter(({ path }) => !narrow.includes(path)))
    visit(parse(source), (node) => {
      if (ts.isAsExpression(node) && node.type.kind === ts.SyntaxKind.NeverKeyword)
        faults.push(`${source.path}:${lineOf(node)}: ${node.getText().slice(-60)}; infer it, or check the value`)
    })
  expect(faults).toEqual([])
})

it('asks whether a payment counts in one place, since a cancelled one does while the bank has it', () => {
  // Checks of accounts by a small transfer are no payments.
  const own = ['server/src/books/servicing/payment-counts.ts', 'server/src/party/real-name/bank.ts']
  const leftOut = /\bstatus(?:'\)?, '(?:<>|!=|not in)', | (?:<>|!=|not in) )[([]*(?:'[A-Z_]+', )*'CANCELLED'/
  const faults = filesBelow('server/src')
    .filter(({ path, text }) => !isForTests(path) && !/\/demo\//.test(path) && !own.includes(path) && leftOut.test(text))
    .map(({ path }) => `${path}: leaves out what is cancelled; ask by \`paymentCounts\``)
  expect(faults).toEqual([])
})

it('takes a plain hash of what could be guessed nowhere that its readers could try guesses against it', () => {
  const own = [
    // Keyed or salted before it leaves, or compared and never told.
    ...['audit/chain', 'auth/keyed-hash', 'auth/hash-token', 'finance/finance-order/price', 'finance/contract/sign-contract'],
    // The content that an approval decides on; `contentTold` keys it.
    ...['approval/config-change/propose', 'finance/cost/adjust-fee', 'finance/finance-order/content-hash'],
    ...['finance/write-off/request-write-off', 'party/account/user-change', 'party/bank-account/change-account'],
    ...['party/onboarding/state', 'settlement/direct-payment/direct-payment', 'settlement/payment-file/decision'],
    ...['settlement/payment/instruct-payment', 'settlement/repayment/repayment-row', 'trade/adjustment/adjustment-hash'],
    // Of a file or a text that goes with it to the same readers.
    ...[
      'books/ledger/close-pack',
      'files/zip-stream',
      'finance/contract/issue-contracts',
      'http/open-api',
      'http/receive-upload',
    ],
    'platform/file/stored-file',
    // Of a payment file, which staff compare with what the bank got; decision 251 says what it leaves open.
    'settlement/payment-file/make-files',
    // Of no content of a company.
    ...['auth/sign-in-key', 'bank-statement/receipt-lines', 'database/embedded-binaries', 'database/migrate'],
  ].map((path) => `server/src/${path}.ts`)
  const takers = filesBelow('server/src')
    .filter(({ path, text }) => !isForTests(path) && !/\/demo\//.test(path) && /\bcreateHash\(/.test(text))
    .map(({ path }) => path)
  expect(takers.toSorted()).toEqual(own.toSorted())
  const tellers = filesBelow('server/src')
    .filter(({ path, text }) => !isForTests(path) && /\binstance\.contentHash\b/.test(text))
    .map(({ path }) => path)
  // It compares the content with what was submitted.
  expect(tellers).toEqual(['server/src/approval/workflow/pass-step.ts'])
})

it('lets a page with an answer outlive a failed refetch: `isLoadingError` tells that there is none', () => {
  // These draw the failure beside the earlier answer, or must not show the earlier one.
  const own = [
    'list/list-page.tsx',
    'list/use-last-page.ts',
    'list/use-rows.ts',
    'form/search-fields.tsx',
    'form/use-beginning.ts',
  ]
  const strict = [
    'areas/repayment/use-company-accounts.ts',
    'areas/finance/finance-order/lacking.ts',
    'areas/finance/finance-order/price-section.tsx',
  ]
  const free = [...own, ...strict].map((path) => `web/src/${path}`)
  const faults = filesBelow('web/src')
    .filter(({ path, text }) => !isTest(path) && !free.includes(path) && /\bisError\b/.test(text))
    .map(({ path }) => path)
  expect(faults).toEqual([])
})

it('draws a panel anew for each record, so that nothing that was asked of one is asked of the next', () => {
  const faults = filesBelow('web/src')
    .filter(({ path, text }) => !isTest(path) && /\bopen=\{id !== undefined\}/.test(text) && /\buseState\b/.test(text))
    .filter(({ text }) => !/ key=\{props\.id\} /.test(text))
    .map(({ path }) => path)
  expect(faults).toEqual([])
})

it('has the amounts in the words of a law written by amountsIn, as people write them', () => {
  const faults: string[] = []
  const laws = [
    ...filesBelow('domain/src/ledger'),
    ...filesBelow('server/src/books/ledger'),
    ...filesBelow('server/src/insight/ar'),
  ]
  for (const source of laws.filter(({ path, text }) => !isTest(path) && /\bamountsIn\b|\bViolation\b/.test(text))) {
    visit(parse(source), (node) => {
      if (!ts.isTemplateExpression(node) || ts.isTaggedTemplateExpression(node.parent)) return
      const isDetail = ts.isPropertyAssignment(node.parent) && node.parent.name.getText() === 'detail'
      const isRule = ts.isArrayLiteralExpression(node.parent) && node.parent.elements.length === 2
      if (isDetail || isRule) faults.push(`${source.path}:${lineOf(node)}: words of a law without amountsIn`)
    })
  }
  expect(faults).toEqual([])
})

it('sends the writes of buttons by the kit, which checks the user, shows progress and handles refusals', () => {
  const faults: string[] = []
  for (const source of filesBelow('web').filter(({ path }) => !isTest(path)))
    visit(parse(source), (node) => {
      if (!ts.isJsxAttribute(node) || node.name.getText() !== 'onClick') return
      const written = /^\{\(\) => void (?:run\()?(?:send\(|actions\.|markRead\(\))/.test(node.initializer?.getText() ?? '')
      if (written) faults.push(`${source.path}:${lineOf(node)}: a call is sent on a click; use ActionButton or useSubmit`)
    })
  expect(faults).toEqual([])
})

/** What checks the user itself before it hands on what was entered. */
const checksUser = ['ActionButton', 'ReasonDialog', 'ReasonChoiceDialog', 'ReturnDialog']
const handlersOfPeople = ['onClick', 'onChange', 'onSubmit', 'onSelect', 'onFinish']
const sends = /(?<![.\w])(?:send|askAssistant)\(/

it('asks before each call that a person starts whether the user is still the same', () => {
  const faults: string[] = []
  const screens = filesBelow('web').filter(({ path }) => path.endsWith('.tsx') && !isTest(path))
  // Nobody is signed in before the sign-in.
  for (const source of screens.filter(({ path }) => !path.startsWith('web/src/areas/login/'))) {
    const tree = parse(source)
    const functions = new Map<string, string>()
    visit(tree, (node) => {
      if (ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer))
        functions.set(node.name.getText(), node.initializer.getText())
    })
    /** A handler with the functions of its file that it calls, and those that they call. */
    const withCalled = (text: string, seen: Set<string>): string =>
      [...functions].reduce((all, [name, body]) => {
        if (seen.has(name) || !new RegExp(`(?<![.\\w])${name}\\b`).test(text)) return all
        seen.add(name)
        return all + withCalled(body, seen)
      }, text)
    // The actions of a row are run by the kit.
    const isRow = /\browActions\b/.test(source.text)
    visit(tree, (node) => {
      const isHandler = ts.isJsxAttribute(node) || (!isRow && ts.isPropertyAssignment(node))
      if (!isHandler || !handlersOfPeople.includes(node.name.getText())) return
      if (ts.isJsxAttribute(node) && checksUser.includes(node.parent.parent.tagName.getText())) return
      const text = withCalled(node.initializer?.getText() ?? '', new Set())
      if (sends.test(text) && !text.includes('sameUser()'))
        faults.push(`${source.path}:${lineOf(node)}: \`sameUser\` is not asked`)
    })
  }
  expect(faults).toEqual([])
})

it('asks for a confirmation before a button deletes', () => {
  const faults: string[] = []
  for (const source of filesBelow('web').filter(({ path }) => !isTest(path)))
    visit(parse(source), (node) => {
      if (!ts.isJsxElement(node) || node.openingElement.tagName.getText() !== 'ActionButton') return
      const deletes = /\btext\('[\w.]+\.(delete|remove)'\)/.test(node.children.map((child) => child.getText()).join(' '))
      const asks = node.openingElement.attributes.properties.some((one) => one.name?.getText() === 'before')
      if (deletes && !asks) faults.push(`${source.path}:${lineOf(node)}: it deletes without a question; give it a \`before\``)
    })
  expect(faults).toEqual([])
})
