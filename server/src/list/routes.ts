import { listCalls } from '@usance/wire/list'
import { type Route, routes } from '../http/context.ts'
import { exportList } from './export.ts'
import { page } from './page.ts'
import type { Source } from './source.ts'

/** The three calls of a list – rows, xlsx, csv – answered from its source. */
export const listRoutes = (source: Source): Route[] =>
  routes(listCalls(source.list), {
    pageList: ({ body, tx, app, actor, today }) => page(source, body, tx, { app, actor, today }),
    excelExport: (request) => exportList(source, 'xlsx', request),
    csvExport: (request) => exportList(source, 'csv', request),
  })
