import { ledgerCalls } from '@usance/wire/ledger/calls'
import { routes } from '../../http/context.ts'
import { closePack } from './close-pack.ts'
import { closeWorkbook } from './close-workbook.ts'
import { orderBooks } from './read-books.ts'
import { trialBalance } from './trial-balance.ts'

export const ledgerRoutes = routes(ledgerCalls, { order: orderBooks, trialBalance, closeWorkbook, closePack })
