import { cutOffCalls } from '@usance/wire/cut-off/calls'
import { routes } from '../../http/context.ts'
import { listCutOffs, removeCutOff, saveCutOff } from './cut-offs.ts'

export const cutOffRoutes = routes(cutOffCalls, { list: listCutOffs, save: saveCutOff, remove: removeCutOff })
