import { randomUUID } from 'node:crypto'
import type { Answer, Call, Sent } from '@usance/wire/call'
import { mailCalls } from '@usance/wire/mail/calls'
import { sessionCalls } from '@usance/wire/session/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { simulateNow } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { createTemplate } from '../database/test-cluster.ts'
import { firstAdministratorLink } from '../first-start.ts'
import { fillCalendars } from '../reference/seed-reference.ts'
import { startPortal } from './portal.ts'
import { sealedFields, signInAs } from './sealed-fields.ts'
import type { Seat } from './world.ts'

/**
 * A portal as its very first start leaves it: nobody signs in yet and nothing is in it but what every installation gets.
 * Its people live at the instant that `moveTo` sets, and everything they do goes over HTTP.
 */
export async function openEmptyPortal(opening: Date) {
  let instant = opening
  simulateNow(instant)
  const portal = await startPortal(await createTemplate('empty', (adminUrl) => migrate(adminUrl).then(() => {})), {
    clock: () => instant,
  })
  await fillCalendars(portal.app.db, opening.toISOString().slice(0, 10))
  const seats = new Map<string, Seat>()
  const seatOf = (userName: string) => {
    const seat = seats.get(userName)
    if (!seat) throw new Error(`${userName} has not signed in.`)
    return seat
  }
  /** Sends a call as a person who has signed in. */
  const as = <C extends Call>(userName: string, call: C, input: Sent<C>): Promise<Answer<C>> =>
    portal.ask(seatOf(userName), call, input)

  return {
    ...portal,
    as,
    seatOf,
    people: () => [...seats.keys()],
    moveTo(next: Date) {
      instant = next
      simulateNow(next)
    },
    /** The link that the first start prints. */
    firstLink: () => firstAdministratorLink(portal.app, portal.platformId),
    /** Opens a mailed or printed link, as the page behind it does: chooses a password, signs in, and takes the first seat. */
    async accept(address: string, userName: string, person?: { userName: string; cname: string; email: string }) {
      const secret = `${userName} ${randomUUID()}`
      const [password] = await sealedFields(portal, [secret])
      const link = new URL(address).searchParams.get('link')!
      await portal.ask(null, sessionCalls.setPassword, { body: { link, password, ...(person ? { person } : {}) } })
      const token = await signInAs(portal, userName, secret)
      const asked = { token } as Seat
      const [first] = await portal.ask(asked, sessionCalls.allRoles, {})
      const me = await portal.ask(asked, sessionCalls.choose, {
        body: { companyId: first!.companyId, companyRole: first!.companyRole },
      })
      seats.set(userName, { token, userId: me.id, companyId: me.companyId, companyRole: me.companyRole, cname: me.cname })
      return me
    },
    /** The link in the latest mail to an address, read where an administrator reads the written mails. */
    async mailedLink(administrator: string, recipient: string) {
      const { list } = await as(administrator, mailCalls.recent, { body: { recipient } })
      const found = list.find(({ link }) => link === 'shown')
      if (!found) throw new Error(`No mail with a link went to ${recipient}.`)
      return (await as(administrator, mailCalls.link, { body: { id: found.id } })).link
    },
    /** Everybody who is asked passes an object's approval; answers who did, in order. */
    async pass(businessNo: string, businessType: string): Promise<string[]> {
      const decided: string[] = []
      for (;;) {
        let moved = false
        for (const userName of seats.keys()) {
          const seen = await as(userName, workflowCalls.history, {
            body: { businessNo, businessType, ifQueryTask: 'YES' },
          }).catch(() => undefined)
          if (seen?.status === 'PASSED') return decided
          if (!seen?.taskId) continue
          await as(userName, workflowCalls.approve, {
            body: {
              businessNo,
              nodeName: seen.currentNode!,
              taskId: seen.taskId,
              reviewType: 'PASSED',
              approvalComments: 'Checked',
              contentHash: seen.contentHash,
            },
          })
          decided.push(userName)
          moved = true
        }
        if (!moved) throw new Error(`Nobody may decide on ${businessNo} now; so far: ${decided.join(', ')}`)
      }
    },
    async close() {
      simulateNow(undefined)
      await portal.close()
    },
  }
}
export type EmptyPortal = Awaited<ReturnType<typeof openEmptyPortal>>
