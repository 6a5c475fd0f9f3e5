import type { arCalls } from '@usance/wire/ar/calls'
import { ofOneMoment } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { advancesOf, availableForFinanceAmount } from './available.ts'
import { queryBuyerList } from './choices.ts'
import { queryDilutionByBuyer, queryDilutionByDate, queryDilutionCount } from './dilution.ts'
import { maturingOf, queryFinancingBalanceAmount, queryRepaymentDueInNext7DaysAmount } from './financing.ts'
import { queryAccountReceivaleByDate, queryHistoryDueBalance } from './months.ts'
import { queryAccountReceivaleByBuyer, queryDueBalance, queryDueBalanceCount, queryTradeInfoCount } from './owed.ts'
import { queryPaymentHistoryByBuyer, queryPaymentHistoryByDate } from './payments.ts'
import { queryOf } from './population.ts'
import { askAll } from './shared-answers.ts'

/** Every figure of the dashboard under the name of its own call, all of one moment: they agree whatever happens meanwhile. */
export const queryDashboard: Handler<typeof arCalls.queryDashboard> = async (request) => {
  ofOneMoment(request.tx)
  void askAll(request.body)
  const { asOf, today } = queryOf(request)
  const standing = asOf < today ? undefined : queryFinancingBalanceAmount(request)
  const figures = Promise.all([
    queryBuyerList(request),
    queryTradeInfoCount(request),
    queryDueBalance(request),
    queryDueBalanceCount(request),
    queryHistoryDueBalance(request),
    queryAccountReceivaleByBuyer(request),
    queryAccountReceivaleByDate(request),
    queryPaymentHistoryByBuyer(request),
    queryPaymentHistoryByDate(request),
    queryDilutionByBuyer(request),
    queryDilutionByDate(request),
    queryDilutionCount(request),
    // The first questions of those that look past the caller's own rows afterwards, so that they need not be waited for.
    maturingOf(request),
    advancesOf(request),
    standing,
  ])
  const [
    buyerList,
    tradeInfoCount,
    dueBalance,
    dueBalanceCount,
    historyDueBalance,
    byBuyer,
    byDate,
    paymentsByBuyer,
    paymentsByDate,
    dilutionByBuyer,
    dilutionByDate,
    dilutionCount,
  ] = await figures
  // These look past the caller's own rows once their first question is answered: so they come last.
  const [dueInNext7Days, available, financingBalance] = await Promise.all([
    queryRepaymentDueInNext7DaysAmount(request),
    availableForFinanceAmount(request),
    standing ?? queryFinancingBalanceAmount(request),
  ])
  return {
    queryBuyerList: buyerList,
    queryTradeInfoCount: tradeInfoCount,
    queryDueBalance: dueBalance,
    queryDueBalanceCount: dueBalanceCount,
    queryHistoryDueBalance: historyDueBalance,
    queryAccountReceivaleByBuyer: byBuyer,
    queryAccountReceivaleByDate: byDate,
    queryPaymentHistoryByBuyer: paymentsByBuyer,
    queryPaymentHistoryByDate: paymentsByDate,
    queryDilutionByBuyer: dilutionByBuyer,
    queryDilutionByDate: dilutionByDate,
    queryDilutionCount: dilutionCount,
    queryFinancingBalanceAmount: financingBalance,
    queryRepaymentDueInNext7DaysAmount: dueInNext7Days,
    availableForFinanceAmount: available,
  }
}
