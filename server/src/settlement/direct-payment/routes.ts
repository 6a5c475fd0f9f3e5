import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { routes } from '../../http/context.ts'
import { reportPayment } from './report.ts'
import { takePaymentBack } from './take-back.ts'

export const directPaymentRoutes = routes(directPaymentCalls, { report: reportPayment, takeBack: takePaymentBack })
