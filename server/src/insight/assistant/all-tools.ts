import { asTrader } from '../../party/account/as-trader.ts'
import { type Args, type Finding, isKnownCurrency, notOpened, opensTo, type Request, say, type Tool } from './tool.ts'
import { contractsTool, tasksTool, todayTool } from './tools/desk.ts'
import { financingTool, repaymentsTool } from './tools/financing.ts'
import { invoicesTool, invoiceTool } from './tools/invoices.ts'
import { helpTool } from './tools/knowledge.ts'
import { availableTool, limitsTool } from './tools/limits.ts'
import { movementTool } from './tools/movements.ts'
import { ordersTool, orderTool, priceTool } from './tools/orders.ts'
import { paymentsTool } from './tools/payments.ts'
import { poolTool } from './tools/pools.ts'
import { receivablesTool } from './tools/receivables.ts'
import {
  baseRateTool,
  behaviourTool,
  dilutionTool,
  newsTool,
  offersTool,
  partiesTool,
  prepareTool,
  purchaseOrdersTool,
} from './tools/trade.ts'

/** Every tool there is. None of them writes. */
export const allTools: readonly Tool[] = [
  receivablesTool,
  invoicesTool,
  invoiceTool,
  ordersTool,
  orderTool,
  priceTool,
  repaymentsTool,
  financingTool,
  availableTool,
  limitsTool,
  behaviourTool,
  dilutionTool,
  paymentsTool,
  purchaseOrdersTool,
  offersTool,
  baseRateTool,
  newsTool,
  partiesTool,
  tasksTool,
  contractsTool,
  movementTool,
  poolTool,
  todayTool,
  prepareTool,
  helpTool,
]

/** Runs a tool for the caller, if their role opens it; otherwise says so. */
export async function runTool(request: Request, name: string, args: Args): Promise<Finding> {
  const tool = allTools.find((one) => one.name === name)
  if (!tool) throw new Error(`There is no tool ${name}.`)
  if (!opensTo(tool, request.actor, args)) return notOpened(request)
  if (args.currency && !isKnownCurrency(args.currency))
    return { text: say(request, `I know no currency ${args.currency}.`, `没有币种 ${args.currency}。`), links: [] }
  return tool.run(tool.ofSeat ? request : await asTrader(request), args)
}
