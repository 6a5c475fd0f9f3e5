import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ublInvoice } from '@usance/server/e-invoice/sample-documents.fixture'
import { readSheet } from '@usance/server/files/spreadsheet'
import { writeWorkbook } from '@usance/server/files/write-workbook'

/** A folder for the papers of a journey, outside the repository. */
export const paperFolder = () => mkdtempSync(join(tmpdir(), 'usance-papers-'))

/** Fills in the template as it was downloaded: its own titles, then these rows, each by title. Answers the path. */
export async function fillTemplate(template: Buffer, rows: readonly Record<string, string>[], path: string): Promise<string> {
  const titles = (await readSheet(template))[0]!
  const bare = (title: string) => title.replace(/\s*\*\s*$/, '')
  const unknown = rows.flatMap((row) => Object.keys(row)).filter((title) => !titles.map(bare).includes(title))
  if (unknown.length > 0) throw new Error(`The template has no column ${unknown.join(', ')}: ${titles.join(' | ')}`)
  const cells = rows.map((row) => titles.map((title) => row[bare(title)] ?? ''))
  writeFileSync(
    path,
    await writeWorkbook(
      'Sheet',
      titles.map((title) => ({ title })),
      cells,
    ),
  )
  return path
}

/** A UBL e-invoice to a buyer, as a file. */
export function eInvoiceFile(buyerName: string, path: string): string {
  writeFileSync(path, ublInvoice().replaceAll('广州贸易有限公司', buyerName))
  return path
}
