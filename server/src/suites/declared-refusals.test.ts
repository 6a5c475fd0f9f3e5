import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { actOf } from '@usance/wire/act'
import { allCalls } from '@usance/wire/all-calls'
import { expect, test } from 'vitest'

// What a handler refuses or begins by hand is read from its source, with all that it calls, and compared with what its act declares.

const root = fileURLToPath(new URL('..', import.meta.url))

type Part = { path: string; name: string; text: string }
type Module = { path: string; text: string; parts: Map<string, Part>; imports: Map<string, { path: string; name: string }> }

/** The declarations of a module at its outermost level, by name, and what it imports from its neighbours. */
function moduleOf(path: string): Module {
  const text = readFileSync(path, 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '')
  const parts = new Map<string, Part>()
  for (const part of text.split(/\n(?=(?:export |async |const |function |type |let ))/)) {
    const name = /^\s*(?:export )?(?:async )?(?:const|function) (\w+)/.exec(part)?.[1]
    if (name) parts.set(name, { path, name, text: part })
  }
  const imports = new Map<string, { path: string; name: string }>()
  for (const [, names, from] of text.matchAll(/import \{([^}]*)\} from '(\.[^']*)'/g))
    for (const one of names!.split(',')) {
      const [, name, alias] = /^\s*(\w+)(?: as (\w+))?\s*$/.exec(one) ?? []
      if (name) imports.set(alias ?? name, { path: resolve(dirname(path), from!), name })
    }
  return { path, text, parts, imports }
}

const modules = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|(^|\/)(testing|suites|demo)\//.test(path))
    .map((path) => [join(root, path), moduleOf(join(root, path))] as const),
)

/** Whether a declaration does something itself, or in what it calls. */
function reaches({ path, name, text }: Part, does: RegExp, seen = new Set<string>()): boolean {
  const key = `${path} ${name}`
  if (seen.has(key)) return false
  seen.add(key)
  if (does.test(text)) return true
  const module = modules.get(path)!
  // Called here, or handed on to be called.
  return [...new Set(text.match(/\b[a-z]\w*\b/g))].some((called) => {
    const next = named(module, called)
    return next !== undefined && reaches(next, does, seen)
  })
}

/** The declaration that a name stands for in a module. */
function named({ parts, imports }: Module, name: string): Part | undefined {
  const imported = imports.get(name)
  return imported ? modules.get(imported.path)?.parts.get(imported.name) : parts.get(name)
}

/** The handlers of a module with routes: what it names for each call, or what stands there itself. */
function handlersIn(module: Module): { name: string; part: Part }[] {
  const text = module.text.replace(
    /\{ ([\w:, ]+) \}\)$/gm,
    (_, all: string) => `{\n${all.replace(/(\w+(?:: \w+)?)(?:, |$)/g, '  $1,\n')}})`,
  )
  return [...text.matchAll(/routes\((\w+), \{\n([\s\S]*?)\n\}\)/g)].flatMap(([, variable, entries]) => {
    const group = (new RegExp(`(\\w+) as ${variable}\\b`).exec(module.text)?.[1] ?? variable!).replace(/Calls$/, '')
    return entries!.split(/\n(?= {2}\w)/).flatMap((text) => {
      const [, key, handler] = /^ {2}(\w+)(?:: (\w+))?,/.exec(text) ?? []
      const name = key ?? /^ {2}(\w+)/.exec(text)?.[1]
      const part = key ? named(module, handler ?? key) : undefined
      return name ? [{ name: `${group}.${name}`, part: part ?? { path: module.path, name, text } }] : []
    })
  })
}

const actsOfNobody = allCalls().flatMap(({ name, call }) =>
  actOf(call)?.second === 'nobody' ? [{ name, act: actOf(call)! }] : [],
)
const handlers = [...modules.values()].flatMap(handlersIn)
const ofNobody = handlers.filter(({ name }) => actsOfNobody.some((one) => one.name === name))
const refusing = (does: RegExp) => [...new Set(ofNobody.filter(({ part }) => reaches(part, does)).map(({ name }) => name))]

test('the handler of each act that needs nobody else is found', () => {
  const found = new Set(ofNobody.map(({ name }) => name))
  expect(actsOfNobody.filter(({ name }) => !found.has(name)).map(({ name }) => name)).toEqual([])
})

test('no handler refuses a maker, or somebody themselves, whose act declares that it needs nobody else', () => {
  expect(refusing(/Refused\('(MAKER_CANNOT_APPROVE|OWN_USER)'/)).toEqual([])
})

test('no handler puts something forward for approval whose act declares that it needs nobody else', () => {
  expect(refusing(/\bstartFlow\(|proposedBy: actor\.userId/)).toEqual([])
})
