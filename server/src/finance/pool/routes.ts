import { poolCalls } from '@usance/wire/pool/calls'
import { routes } from '../../http/context.ts'
import { assignInvoices, listAssignable, withdrawAsset } from './assets.ts'
import { bankFiguresTemplate, bringInBankFigures, importBankFigures } from './bank-figures.ts'
import { drawOnPool, readDrawable, trialDrawing } from './draw.ts'
import { readPools } from './read-pools.ts'

export const poolRoutes = routes(poolCalls, {
  pools: readPools,
  assignable: listAssignable,
  assign: assignInvoices,
  withdraw: withdrawAsset,
  drawable: readDrawable,
  trial: trialDrawing,
  draw: drawOnPool,
  bankFigures: bringInBankFigures,
  bankFiguresTemplate,
  importBankFigures,
})
