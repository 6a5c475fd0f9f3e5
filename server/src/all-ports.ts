import { allApprovals } from './all-approvals.ts'
import { allConfigKinds } from './all-config-kinds.ts'
import { allRecords } from './all-records.ts'
import { allSheets } from './all-sheets.ts'
import { configKinds } from './approval/config-change/kind.ts'
import { approvals } from './approval/workflow/decision.ts'
import { accountNamed } from './finance/contract/account-named.ts'
import { readyInvoices } from './finance/finance-order/ready-invoices.ts'
import { records } from './http/records.ts'
import { accountFollower } from './party/bank-account/change-account.ts'
import { registrationFollower } from './party/company/company-change.ts'
import { importSheets } from './platform/sheet-import/import-sheets.ts'
import type { Binding } from './port.ts'
import { awaitEntries, fingerprintAnew } from './trade/invoice/fingerprints.ts'
import { readyToFinance } from './trade/invoice/ready-to-finance.ts'

/** What the contexts below get from those above them. */
export const allPorts: readonly Binding[] = [
  approvals.bind(allApprovals),
  configKinds.bind(allConfigKinds),
  records.bind(allRecords),
  importSheets.bind(allSheets),
  accountFollower.bind({ off: accountNamed }),
  readyToFinance.bind(readyInvoices),
  registrationFollower.bind({ before: awaitEntries, after: fingerprintAnew }),
]
