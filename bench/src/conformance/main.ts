import { bankSet } from './bank-set.ts'
import { type CaseFolder, caseFolder } from './case-files.ts'
import { codeSet } from './code-set.ts'
import { dayCountSet } from './day-count-set.ts'
import { documentSet } from './document-set.ts'
import { eInvoiceSet } from './e-invoice-set.ts'
import { holidaySet } from './holiday-set.ts'
import { hostileSet } from './hostile-set.ts'
import { mailSet } from './mail-set.ts'
import { printSet, printTotal } from './print-report.ts'
import { receivablesSet } from './receivables-set.ts'
import { spreadsheetSet } from './spreadsheet-set.ts'
import type { Tally } from './tally.ts'

const sets: { folder: string; title: string; run: (cases: CaseFolder) => Tally[] | Promise<Tally[]> }[] = [
  { folder: '01-einvoice', title: 'Electronic invoices', run: eInvoiceSet },
  { folder: '02-ocr', title: 'Documents', run: documentSet },
  { folder: '03-interest-daycount', title: 'Day counts and business days', run: dayCountSet },
  { folder: '04-holidays', title: 'Holidays', run: holidaySet },
  { folder: '05-codes', title: 'Codes', run: codeSet },
  { folder: '06-bank', title: 'Bank statements', run: bankSet },
  { folder: '07-spreadsheets', title: 'Spreadsheets', run: spreadsheetSet },
  { folder: '08-hostile', title: 'Hostile files', run: hostileSet },
  { folder: '09-msg', title: 'Mails', run: mailSet },
  { folder: '10-ar-data', title: 'Receivables ledger', run: receivablesSet },
]

/** Compares the product with case files made by others and prints a table per set; a folder that is absent is named. */
async function runConformance(root: string, only: readonly string[]): Promise<void> {
  const tallies: Tally[] = []
  const missing: string[] = []
  for (const { folder, title, run } of sets) {
    if (only.length > 0 && !only.includes(folder)) continue
    const cases = caseFolder(root, folder)
    if (!cases.exists()) {
      console.log(`\n${title}: ${folder} is missing`)
      missing.push(folder)
      continue
    }
    const set = await run(cases)
    printSet(`${title} (${folder})`, set)
    tallies.push(...set)
  }
  printTotal(tallies, missing)
}

const [root, ...only] = process.argv.slice(2)
if (root) await runConformance(root, only)
else {
  console.error('Usage: npm run conformance -- <folder with the case files> [names of sets]')
  process.exitCode = 2
}
