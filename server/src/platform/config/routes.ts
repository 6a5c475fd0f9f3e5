import { configCalls } from '@usance/wire/config/calls'
import { routes } from '../../http/context.ts'
import { publicConfig } from '../../http/public-config.ts'

export const configRoutes = routes(configCalls, { config: ({ app }) => publicConfig(app) })
