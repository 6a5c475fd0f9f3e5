import { arCalls } from '@usance/wire/ar/calls'
import { asksNoMore } from '../../database/database.ts'
import { routes } from '../../http/context.ts'
import { availableForFinanceAmount } from './available.ts'
import { queryBuyerCodeList, queryBuyerList, queryCurrencyList } from './choices.ts'
import { queryDashboard } from './dashboard.ts'
import { dilutionTable, queryDilutionByBuyer, queryDilutionByDate, queryDilutionCount } from './dilution.ts'
import { exportRows } from './export-rows.ts'
import { queryFinancingBalanceAmount, queryRepaymentDueInNext7DaysAmount } from './financing.ts'
import { queryAccountReceivaleByDate, queryHistoryDueBalance } from './months.ts'
import {
  queryAccountReceivaleByBuyer,
  queryDueBalance,
  queryDueBalanceCount,
  queryDueBalanceTable,
  queryTradeInfoCount,
} from './owed.ts'
import { queryPaymentHistoryByBuyer, queryPaymentHistoryByDate, queryPaymentHistoryTable } from './payments.ts'
import type { ArRequest } from './population.ts'

/** A figure whose questions all go out at once when the sums know the answer: its transaction ends in the same packet. */
const atOnce =
  <R extends ArRequest, T>(figure: (request: R) => Promise<T>) =>
  (request: R) => {
    const answer = figure(request)
    asksNoMore(request.tx)
    return answer
  }

export const arRoutes = routes(arCalls, {
  queryDashboard,
  queryBuyerList: atOnce(queryBuyerList),
  queryTradeInfoCount: atOnce(queryTradeInfoCount),
  queryDueBalance: atOnce(queryDueBalance),
  queryDueBalanceCount: atOnce(queryDueBalanceCount),
  queryHistoryDueBalance: atOnce(queryHistoryDueBalance),
  queryAccountReceivaleByBuyer: atOnce(queryAccountReceivaleByBuyer),
  queryAccountReceivaleByDate: atOnce(queryAccountReceivaleByDate),
  queryPaymentHistoryByBuyer: atOnce(queryPaymentHistoryByBuyer),
  queryPaymentHistoryByDate: atOnce(queryPaymentHistoryByDate),
  queryDilutionByBuyer: atOnce(queryDilutionByBuyer),
  queryDilutionByDate: atOnce(queryDilutionByDate),
  queryDilutionCount: atOnce(queryDilutionCount),
  queryFinancingBalanceAmount,
  queryRepaymentDueInNext7DaysAmount,
  availableForFinanceAmount,
  queryDueBalanceTable,
  queryPaymentHistoryTable,
  queryDilutionByBuyerTable: dilutionTable,
  queryDilutionByDateTable: dilutionTable,
  exportRows,
  queryCurrencyList,
  queryBuyerCodeList,
})
