import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { csvRows } from './ageing/csv-rows.ts'

/** One folder of cases. */
export function caseFolder(root: string, name: string) {
  const folder = join(root, name)
  return {
    exists: () => existsSync(folder),
    has: (path: string) => existsSync(join(folder, path)),
    list: (path = '') => readdirSync(join(folder, path)).sort(),
    bytes: (path: string): Uint8Array => readFileSync(join(folder, path)),
    text: (path: string) => readFileSync(join(folder, path), 'utf8'),
    json: <Value>(path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as Value,
    /** The rows of a CSV file as records by their heading. */
    records: (path: string): Record<string, string>[] => {
      const [heading = [], ...rows] = csvRows(readFileSync(join(folder, path), 'utf8'))
      return rows.map((row) => Object.fromEntries(heading.map((title, index) => [title, row[index] ?? ''])))
    },
  }
}

export type CaseFolder = ReturnType<typeof caseFolder>
