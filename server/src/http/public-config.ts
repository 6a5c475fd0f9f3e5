import type { App } from '../app.ts'
import { businessDate } from '../calendar/business-date.ts'
import { holdsDemo } from '../reference/demo-data.ts'

const version = '0.1.0'

/** The languages in which an administrator replaced texts; a browser need not ask for those of the others. */
const languagesWithOwnTexts = async (app: App): Promise<string[]> =>
  (await app.db.selectFrom('languageRecord').select('langKey').distinct().orderBy('langKey').execute()).map((row) => row.langKey)

/** The lists whose columns an administrator arranged; a browser need not ask about the others. */
const ownTables = async (app: App): Promise<string[]> =>
  (await app.db.selectFrom('dynamicForm').select('name').where('kind', '=', 'TABLE').orderBy('name').execute()).map(
    (row) => row.name,
  )

/** What every browser may know before anybody signs in. */
export const publicConfig = async (app: App) => ({
  prefix: app.config.prefix,
  appId: app.config.appId,
  supplierIds: app.config.outlookSupplierIds,
  messagingLink: app.config.messagingLink,
  chatWidget: app.config.chatWidget.script ? app.config.chatWidget : null,
  demo: await holdsDemo(app.db),
  publicUrl: app.config.publicUrl,
  businessDate: await businessDate(app),
  version,
  ownTexts: await languagesWithOwnTexts(app),
  ownTables: await ownTables(app),
})
