import { reportCalls } from '@usance/wire/report/calls'
import { routes } from '../../http/context.ts'
import { bankSlip } from './bank-slip.ts'
import { cashflow } from './cashflow.ts'
import { collectProof, orderFile } from './order-papers.ts'
import { accountOverview, accountOverviewRows } from './overview.ts'
import { accountOverviewExport } from './overview-sheet.ts'
import { readSubledger } from './subledger.ts'
import { showTemplet } from './templet.ts'

export const reportRoutes = routes(reportCalls, {
  accountOverview,
  accountOverviewRows,
  accountOverviewExport,
  cashflow,
  subledger: readSubledger,
  bankSlip,
  collectProof,
  orderFile,
  templet: showTemplet,
})
