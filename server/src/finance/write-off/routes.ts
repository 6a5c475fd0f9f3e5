import { writeOffCalls } from '@usance/wire/write-off/calls'
import { routes } from '../../http/context.ts'
import { previewWriteOff, requestWriteOff } from './request-write-off.ts'
import { withdrawWriteOff } from './withdraw-write-off.ts'

export const writeOffRoutes = routes(writeOffCalls, {
  preview: previewWriteOff,
  request: requestWriteOff,
  withdraw: withdrawWriteOff,
})
