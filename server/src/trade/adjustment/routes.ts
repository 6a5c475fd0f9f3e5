import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { routes } from '../../http/context.ts'
import { addAdjustment, resubmitAdjustment } from './put-forward.ts'

export const adjustmentRoutes = routes(adjustmentCalls, { add: addAdjustment, resubmit: resubmitAdjustment })
