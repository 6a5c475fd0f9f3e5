import { ledgerCalls } from '@usance/wire/ledger/calls'
import { routes } from '../../http/context.ts'
import { orderBooks, ownBalances } from './read-books.ts'

export const ledgerRoutes = routes(ledgerCalls, { order: orderBooks, balances: ownBalances })
