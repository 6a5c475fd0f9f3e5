import { arCalls } from '@usance/wire/ar/calls'
import { asksNoMore, ofOneMoment } from '../../database/database.ts'
import { routes } from '../../http/context.ts'
import { forTraders } from '../../party/account/as-trader.ts'
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

/** A figure whose questions are all of one moment. The first of them reads the trade of a whole company's seat. */
const atOneMoment =
  <R extends ArRequest, T>(figure: (request: R) => Promise<T>) =>
  (request: R) => {
    ofOneMoment(request.tx)
    return forTraders(figure)(request)
  }

export const arRoutes = routes(arCalls, {
  queryDashboard: atOneMoment(queryDashboard),
  queryBuyerList: forTraders(atOnce(queryBuyerList)),
  queryTradeInfoCount: forTraders(atOnce(queryTradeInfoCount)),
  queryDueBalance: forTraders(atOnce(queryDueBalance)),
  queryDueBalanceCount: forTraders(atOnce(queryDueBalanceCount)),
  queryHistoryDueBalance: forTraders(atOnce(queryHistoryDueBalance)),
  queryAccountReceivaleByBuyer: forTraders(atOnce(queryAccountReceivaleByBuyer)),
  queryAccountReceivaleByDate: forTraders(atOnce(queryAccountReceivaleByDate)),
  queryPaymentHistoryByBuyer: forTraders(atOnce(queryPaymentHistoryByBuyer)),
  queryPaymentHistoryByDate: forTraders(atOnce(queryPaymentHistoryByDate)),
  queryDilutionByBuyer: forTraders(atOnce(queryDilutionByBuyer)),
  queryDilutionByDate: forTraders(atOnce(queryDilutionByDate)),
  queryDilutionCount: forTraders(atOnce(queryDilutionCount)),
  queryFinancingBalanceAmount: forTraders(queryFinancingBalanceAmount),
  queryRepaymentDueInNext7DaysAmount: atOneMoment(queryRepaymentDueInNext7DaysAmount),
  availableForFinanceAmount: atOneMoment(availableForFinanceAmount),
  queryDueBalanceTable: forTraders(queryDueBalanceTable),
  queryPaymentHistoryTable: forTraders(queryPaymentHistoryTable),
  queryDilutionByBuyerTable: forTraders(dilutionTable),
  queryDilutionByDateTable: forTraders(dilutionTable),
  exportRows: forTraders(exportRows),
  queryCurrencyList: forTraders(queryCurrencyList),
  queryBuyerCodeList: forTraders(queryBuyerCodeList),
})
