import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { routes } from '../../http/context.ts'
import { addAdjustment, resubmitAdjustment } from './put-forward.ts'
import { withdrawAdjustment } from './withdraw-adjustment.ts'

export const adjustmentRoutes = routes(adjustmentCalls, {
  add: addAdjustment,
  resubmit: resubmitAdjustment,
  withdraw: withdrawAdjustment,
})
