import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesBelow, isTest, root, type Source, workspaces } from './tidy-sources.ts'

// What `knip.ts` calls unused is not there: it says how the product and its tests are told apart.

/** What knip finds, each line with its name and place. */
function unused(...options: string[]): string[] {
  const args = [join(root, 'node_modules/knip/bin/knip.js'), '--no-progress', '--reporter', 'compact', ...options]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '')
  return status === 0 ? [] : lines
}

// Programs are started by their names; the build bundles `-main`, `-worker` and `-child` (scripts/build-if-needed.mjs).
const isProgram = (path: string) => /(^|[/-])(main|worker|child)\.tsx?$|\.d\.ts$/.test(path)

/** Files without an export that no other file names: they are neither imported nor started. */
function unreached(sources: readonly Source[], others: readonly Source[]): string[] {
  const all = [...sources, ...others]
  return sources
    .filter(({ path, text }) => !isTest(path) && !isProgram(path) && !/^export /m.test(text))
    .filter(({ path }) => {
      const name = path.split('/').at(-1) ?? path
      return !all.some((other) => other.path !== path && other.text.includes(name))
    })
    .map(({ path }) => path)
}

const textsOf = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder))
    .filter((name) => ending.test(name))
    .map((name): Source => ({ path: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') }))

it('has no package, file, export or type that nothing uses', () => expect(unused()).toEqual([]))

it('has no rule in the product that is reached from tests alone', () => expect(unused('--production')).toEqual([]))

it('has no file without an export that nothing imports or starts', () => {
  const others = [...textsOf('', /^(?!tidy).*\.(ts|json)$/), ...textsOf('scripts', /\.mjs$/), ...textsOf('web', /\.html$/)]
  const sources = [...workspaces, 'scripts'].flatMap(filesBelow)
  expect(unreached(sources, others)).toEqual([])
  const lost: Source = { path: 'server/src/lost.ts', text: "console.log('nobody reads this')" }
  expect(unreached([...sources, lost], others)).toEqual(['server/src/lost.ts'])
})
