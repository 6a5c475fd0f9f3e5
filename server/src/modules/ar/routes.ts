import { arCalls } from '@usance/wire/ar/calls'
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

export const arRoutes = routes(arCalls, {
  queryDashboard,
  queryBuyerList,
  queryTradeInfoCount,
  queryDueBalance,
  queryDueBalanceCount,
  queryHistoryDueBalance,
  queryAccountReceivaleByBuyer,
  queryAccountReceivaleByDate,
  queryPaymentHistoryByBuyer,
  queryPaymentHistoryByDate,
  queryDilutionByBuyer,
  queryDilutionByDate,
  queryDilutionCount,
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
