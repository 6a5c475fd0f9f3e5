import { costCalls } from '@usance/wire/cost/calls'
import { routes } from '../../http/context.ts'
import { adjustFeeCall } from './adjust-fee.ts'
import { costDetail } from './detail.ts'

export const costRoutes = routes(costCalls, { detail: costDetail, adjust: adjustFeeCall })
