import type { App } from '../../app.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'

/** The portal itself at work on a business date: it has no user and sees every company. */
export const systemContext = (app: App, tx: Tx, today: string): UseCaseContext => ({
  app,
  tx,
  today,
  now: app.clock(),
  requestId: `end-of-day:${today}`,
  language: 'en-US',
  ip: '',
  actor: {
    userId: null as unknown as string,
    userName: 'end-of-day',
    cname: 'End of day',
    sessionId: '',
    companyId: null as unknown as string,
    companyCode: '',
    companyName: '',
    companyRole: 'PLATFORM',
    userRoles: [],
    staff: true,
    permissions: new Set(),
    signatory: false,
    guided: false,
    enrolling: false,
    timeZone: 8,
  },
})
