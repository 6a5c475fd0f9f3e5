import { z } from 'zod'
import { call } from '../call.ts'

/** What the browser must know before anybody is signed in. */
export const configCalls = {
  config: call({
    method: 'GET',
    path: '/config',
    access: 'public',
    tells: 'common',
    tellsAppId: true,
    scope: 'none',
    effect: 'read',
    title: 'Settings of this installation that the portal needs before sign-in',
    answer: z.object({
      prefix: z.string(),
      appId: z.string(),
      /** The supplier ids of the buyer outlook; the own company without any. */
      supplierIds: z.array(z.string()),
      messagingLink: z.string(),
      /** The chat widget of desktops; null without one. */
      chatWidget: z.object({ script: z.string(), key: z.string() }).nullable(),
      demo: z.boolean(),
      publicUrl: z.string(),
      businessDate: z.string(),
      version: z.string(),
      ownTexts: z.array(z.string()),
      ownTables: z.array(z.string()),
    }),
  }),
}
