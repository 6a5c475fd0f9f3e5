import type { OverviewFigure, reportCalls } from '@usance/wire/report/calls'
import { amountText } from '../../database/amount.ts'
import type { Handler } from '../../http/context.ts'
import { sendFile } from '../../http/send-bytes.ts'
import { xlsxBytes } from '../../list/xlsx-stream.ts'
import { dayOf, overviewOf } from './overview.ts'
import type { BookedLater } from './overview-at.ts'

const words = {
  'en-US': ['Account overview', 'Figure', 'Currency', 'Document', 'Party', 'Date', 'Amount', 'Settles it today'],
  'zh-CN': ['账户总览', '指标', '币种', '单据', '相对方', '日期', '金额', '今日结清金额'],
}
/** The columns that hold numbers: the amount, and what settles a claim of today. */
const amountsFrom = 5
/** What the sheet says of a past day whose figures were moved by entries booked after it. */
const laterWords = {
  'en-US': ({ entries, lastOn }: BookedLater) => `Later entries: ${entries}, the last on ${lastOn}`,
  'zh-CN': ({ entries, lastOn }: BookedLater) => `期后入账 ${entries} 笔，最近一笔于 ${lastOn}`,
}
const figures: Record<OverviewFigure, { 'en-US': string; 'zh-CN': string }> = {
  FACILITY: { 'en-US': 'Facility', 'zh-CN': '授信额度' },
  USED: { 'en-US': 'Used', 'zh-CN': '已用额度' },
  LOCKED: { 'en-US': 'Locked', 'zh-CN': '占用额度' },
  FIU: { 'en-US': 'Funds in use', 'zh-CN': '资金占用' },
  OVERDUE: { 'en-US': 'Overdue', 'zh-CN': '逾期金额' },
  LOST: { 'en-US': 'Owed by suppliers on losses', 'zh-CN': '供应商核销欠款' },
  RESERVE_HELD: { 'en-US': 'Reserve held', 'zh-CN': '留存保留款' },
  RESERVE_RELEASABLE: { 'en-US': 'Reserve releasable', 'zh-CN': '可释放保留款' },
  INTEREST_DUE: { 'en-US': 'Interest due', 'zh-CN': '应付利息' },
  FEES_DUE: { 'en-US': 'Fees due', 'zh-CN': '应付费用' },
  CLAIMS: { 'en-US': 'Claims', 'zh-CN': '追索债权' },
  REFUNDS_PENDING: { 'en-US': 'Refunds pending', 'zh-CN': '待退款' },
  POOL_BASE: { 'en-US': 'Pool base', 'zh-CN': '池基数' },
  POOL_DRAWN: { 'en-US': 'Pool drawn', 'zh-CN': '池已提款' },
  POOL_AVAILABLE: { 'en-US': 'Pool availability', 'zh-CN': '池可用额' },
  POOL_SHORT: { 'en-US': 'Pool shortfall', 'zh-CN': '池缺口' },
}

/** Every row of every figure as a sheet, for today or the close of a past day, in the reader's language. */
export const accountOverviewExport: Handler<typeof reportCalls.accountOverviewExport> = async (request) => {
  const asOf = dayOf(request)
  const { rows, bookedLater } = await overviewOf(request, asOf)
  const [name, ...titles] = words[request.language] as [string, ...string[]]
  const sheet = await xlsxBytes(
    name,
    titles.map((title, at) => ({ title, isNumber: at >= amountsFrom })),
    [
      ...rows.map((row) => [
        figures[row.figure][request.language],
        row.currency,
        // A facility that is not for one product has no code of its own.
        row.no === 'SUPPLIER_FACILITY' ? figures.FACILITY[request.language] : row.no,
        row.partyName ?? '',
        row.date ?? '',
        amountText(row.amount, row.currency),
        row.settles ?? '',
      ]),
      ...(bookedLater ? [[laterWords[request.language](bookedLater), '', '', '', '', '', '']] : []),
    ],
  )
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return sendFile(request.raw.reply, `${name} ${asOf}.xlsx`, type, sheet)
}
