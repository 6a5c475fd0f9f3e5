import type { App } from '../../app.ts'
import { businessDate } from '../calendar/business-date.ts'

export const version = '0.1.0'

/** What every browser may know before anybody signs in. */
export const publicConfig = async (app: App) => ({
  prefix: app.config.prefix,
  appId: app.config.appId,
  messagingLink: app.config.messagingLink,
  demo: app.config.demo !== 'off',
  publicUrl: app.config.publicUrl,
  businessDate: await businessDate(app),
  version,
})
