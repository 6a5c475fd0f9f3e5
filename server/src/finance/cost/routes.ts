import { costCalls } from '@usance/wire/cost/calls'
import { routes } from '../../http/context.ts'
import { adjustFeeCall } from './adjust-fee.ts'
import { costDetail } from './detail.ts'
import { proposedFee } from './proposed-fee.ts'
import { withdrawFeeAdjustment } from './withdraw-fee-adjustment.ts'

export const costRoutes = routes(costCalls, {
  detail: costDetail,
  proposed: proposedFee,
  adjust: adjustFeeCall,
  withdraw: withdrawFeeAdjustment,
})
