import { configCalls } from '@usance/wire/config/calls'
import { routes } from '../../http/context.ts'

export const version = '0.1.0'

export const configRoutes = routes(configCalls, {
  config: async ({ app, today }) => ({
    prefix: app.config.prefix,
    appId: app.config.appId,
    messagingLink: app.config.messagingLink,
    demo: app.config.demo !== 'off',
    publicUrl: app.config.publicUrl,
    businessDate: today,
    version,
  }),
})
