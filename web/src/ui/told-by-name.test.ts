import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.|^i18n\//.test(name),
)

// The frame of form pages alone has it, with the title of the page, where a form does not say more.
test('what was done is told with what it was done to, nowhere by a bare "Done"', () => {
  expect(sources.length).toBeGreaterThan(400)
  const bare = sources.filter((name) => readFileSync(join(root, name), 'utf8').includes('notice.opt_success'))
  expect(bare).toEqual(['form/edit-page.tsx'])
})
