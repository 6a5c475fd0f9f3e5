import { mailCalls } from '@usance/wire/mail/calls'
import { outlookCalls } from '@usance/wire/outlook/calls'
import { sessionCalls } from '@usance/wire/session/calls'
import { storedChoice } from '@usance/wire/session/choice'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, requestFor } from '../testing/trade.ts'
import type { Seat } from '../testing/world.ts'
import { linkOf } from './mail.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const choose = (seat: Seat, kind: 'task' | 'news', value: 'on' | 'off') =>
  portal.ask(seat, sessionCalls.preferenceEdit, { body: { key: `mail.${kind}`, value: storedChoice(value) } })

/** The mails of one kind with their links, the newest first. */
const mailsOf = (kind: 'task' | 'news') =>
  portal.look(async (tx) => {
    const mails = await tx
      .selectFrom('mail')
      .select(['id', 'recipient', 'subject', 'sealedLink'])
      .where('kind', '=', kind)
      .orderBy('createdAt', 'desc')
      .execute()
    return mails.map(({ sealedLink, ...mail }) => ({ ...mail, link: new URL(linkOf(portal.app, { sealedLink }) ?? '') }))
  })
const codeIn = (link: URL) => link.searchParams.get('guidance') ?? ''

describe('a mail of a task', () => {
  let orderNo: string
  beforeAll(async () => {
    await choose(portal.seats.alderChecker, 'task', 'on')
    ;({ orderNo } = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)])))
  })

  test('goes only to users who chose it, and the portal never shows its link', async () => {
    const [mail, ...others] = await mailsOf('task')
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: 'alder.checker@usance.test', subject: `${orderNo} waits for your decision` })
    expect(mail?.link.pathname).toBe(`/approval/${orderNo}/approve`)
    const { list } = await portal.ask(portal.seats.administrator, mailCalls.recent, { body: {} })
    expect(list.find(({ id }) => id === mail?.id)).toMatchObject({ link: 'kept' })
    expect(JSON.stringify(list)).not.toContain(codeIn(mail!.link))
    const asked = portal.ask(portal.seats.administrator, mailCalls.link, { body: { id: mail!.id } })
    expect((await refusalOf(asked)).error).toBe('NOT_FOUND')
  })

  test('opens a session once that reads the approval and decides nothing', async () => {
    const [mail] = await mailsOf('task')
    const guidance = codeIn(mail!.link)
    const { token } = await portal.ask(null, sessionCalls.guidance, { body: { guidance } })
    const guided = { ...portal.seats.alderChecker, token }
    const asked = { businessNo: orderNo, businessType: 'FINANCE_ORDER', ifQueryTask: 'YES' as const }
    const { taskId, currentNode } = await portal.ask(guided, workflowCalls.history, { body: asked })
    const decision = { businessNo: orderNo, nodeName: currentNode ?? '', taskId: taskId ?? '', reviewType: 'PASSED' as const }
    const decided = portal.ask(guided, workflowCalls.approve, { body: { ...decision, approvalComments: 'Checked' } })
    expect((await refusalOf(decided)).error).toBe('SIGN_IN_FIRST')
    await choose(guided, 'task', 'on')
    expect((await refusalOf(portal.ask(null, sessionCalls.guidance, { body: { guidance } }))).error).toBe('LINK_USED_OR_EXPIRED')
  })

  test('holds no code for a user with a second factor', async () => {
    await portal.look((tx) =>
      tx.updateTable('appUser').set({ mfaEnabled: true }).where('userName', '=', 'alder.checker').execute(),
    )
    await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
    const [newest] = await mailsOf('task')
    expect(codeIn(newest!.link)).toBe('')
  })
})

test('news goes to users who chose it, in their language, with a link that expires after a day', async () => {
  await choose(portal.seats.birchMaker, 'news', 'on')
  const news = { newsDate: '2025-02-01', title: 'Cotton rises', text: 'A dry spring.', region: 'Global' }
  const { id } = await portal.ask(portal.seats.administrator, outlookCalls.saveNews, { body: news })
  await portal.ask(portal.seats.administrator, outlookCalls.saveNews, { body: { id, ...news, text: 'Changed' } })
  const mails = await mailsOf('news')
  expect(mails).toMatchObject([{ recipient: 'birch.maker@usance.test', subject: 'Cotton rises' }])
  expect(mails[0]!.link.searchParams.get('news')).toBe('1')
  expect(mails[0]!.link.pathname).toBe('/notice/news')
  await portal.look((tx) =>
    tx
      .updateTable('oneTimeLink')
      .set({ expiresAt: new Date(Date.now() - 1000).toISOString() })
      .where('purpose', '=', 'GUIDANCE')
      .execute(),
  )
  const late = portal.ask(null, sessionCalls.guidance, { body: { guidance: codeIn(mails[0]!.link) } })
  expect((await refusalOf(late)).error).toBe('LINK_USED_OR_EXPIRED')
})
