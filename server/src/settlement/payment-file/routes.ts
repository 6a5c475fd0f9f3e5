import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { routes } from '../../http/context.ts'
import { importReport } from './import-report.ts'
import { makeFiles } from './make-files.ts'
import { readFile } from './read-file.ts'
import { readyPayments } from './ready.ts'
import { takeFile, voidFile } from './take-and-void.ts'

export const paymentFileRoutes = routes(paymentFileCalls, {
  ready: readyPayments,
  make: makeFiles,
  detail: readFile,
  take: takeFile,
  void: voidFile,
  importReport,
})
