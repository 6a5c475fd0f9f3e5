import { reportCalls } from '@usance/wire/report/calls'
import { writeWorkbook } from '../../files/spreadsheet.ts'
import { type Handler, routes } from '../../http/context.ts'
import { bankSlip, sendFile } from './bank-slip.ts'
import { cashflow } from './cashflow.ts'
import { collectProof, orderFile } from './order-papers.ts'
import { accountOverview, accountOverviewRows, overviewOf } from './overview.ts'
import { readSubledger } from './subledger.ts'
import { saveTemplet, showTemplet } from './templet.ts'

const words = {
  'en-US': ['Account overview', 'Figure', 'Currency', 'Document', 'Party', 'Date', 'Amount'],
  'zh-CN': ['账户总览', '指标', '币种', '单据', '相对方', '日期', '金额'],
}
const accountOverviewExport: Handler<typeof reportCalls.accountOverviewExport> = async (request) => {
  const { rows } = await overviewOf(request)
  const [name, ...titles] = words[request.language] as [string, ...string[]]
  const sheet = await writeWorkbook(
    name,
    titles.map((title) => ({ title })),
    rows.map((row) => [
      row.figure,
      row.currency,
      row.no,
      row.partyName ?? '',
      row.date ?? '',
      row.amount.replace(/(\.\d\d)00$/, '$1'),
    ]),
  )
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return sendFile(request.raw.reply, `${name} ${request.today}.xlsx`, type, sheet)
}

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
  saveTemplet,
})
