import { createHash } from 'node:crypto'
import { bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { monitorCalls } from '@usance/wire/monitor/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonical } from '../../http/once.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** An account of Alder in approval, and the hash that is stored of it. */
async function anAccountInApproval(bankAccount: string) {
  const { id } = await portal.ask(portal.seats.alderDirector, bankAccountChangeCalls.add, {
    body: {
      accountName: 'Alder Textiles Ltd',
      bankName: 'Bank of Tests',
      bankAccount,
      bankCode: 'BUKBGB22',
      currencies: ['USD'],
      purpose: 'COLLECTION',
    },
  })
  const { businessNo, contentHash } = await portal.look((tx) =>
    tx
      .selectFrom('workflowInstance')
      .select(['businessNo', 'contentHash'])
      .where('businessId', '=', id)
      .executeTakeFirstOrThrow(),
  )
  return { id, businessNo, contentHash }
}

test('the approval of an account tells nothing that its number could be tried against', async () => {
  const { id, businessNo, contentHash } = await anAccountInApproval('412182789')
  const { risk, auditor } = portal.seats
  expect((await portal.ask(risk, bankAccountChangeCalls.detail, { body: { id } })).bankAccount).toBe('•••• 2789')
  const row = await portal.look((tx) =>
    tx
      .selectFrom('bankAccount')
      .select(['companyId', 'accountName', 'nameReason', 'bankName', 'bankAccount', 'bankCode', 'cnaps', 'currency'])
      .select(['purpose', 'replacesId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  const plain = createHash('sha256').update(canonical(row)).digest('hex')
  expect(contentHash).toBe(plain)
  const told = await portal.ask(risk, workflowCalls.history, { body: { businessNo } })
  expect(told.contentHash).not.toBe(plain)
  const entries = await portal.look((tx) => tx.selectFrom('auditLog').select('id').where('objectNo', '=', businessNo).execute())
  expect(entries.length).toBeGreaterThanOrEqual(2)
  for (const entry of entries)
    expect(JSON.stringify(await portal.ask(auditor, monitorCalls.entry, { body: { id: String(entry.id) } }))).not.toContain(plain)
})

test('an approver decides on the content that was shown: the hash told of another account is refused', async () => {
  const [one, other] = [await anAccountInApproval('412182790'), await anAccountInApproval('412182791')]
  const { operations } = portal.seats
  const shown = (businessNo: string) =>
    portal.ask(operations, workflowCalls.history, { body: { businessNo, ifQueryTask: 'YES' } })
  const refuse = async (contentHash: string) => {
    const { taskId, currentNode } = await shown(one.businessNo)
    return portal.ask(operations, workflowCalls.approve, {
      body: {
        businessNo: one.businessNo,
        taskId: taskId!,
        nodeName: currentNode!,
        reviewType: 'REFUSED',
        approvalComments: 'The number is another one',
        contentHash,
      },
    })
  }
  for (const hash of [(await shown(other.businessNo)).contentHash, one.contentHash])
    expect((await refusalOf(refuse(hash))).error).toBe('CONTENT_CHANGED')
  await refuse((await shown(one.businessNo)).contentHash)
})

test('the page of an entry that was written with a plain hash of the content leaves it out', async () => {
  const id = await portal.look(async (tx) => {
    const after = JSON.stringify({ round: 1, contentHash: 'ab'.repeat(32) })
    const row = { event: 'APPROVAL_STARTED', objectType: 'BANK_ACCOUNT', after }
    return (await tx.insertInto('auditLog').values(row).returning('id').executeTakeFirstOrThrow()).id
  })
  const { after } = await portal.ask(portal.seats.auditor, monitorCalls.entry, { body: { id: String(id) } })
  expect(after).toEqual({ round: 1 })
})
