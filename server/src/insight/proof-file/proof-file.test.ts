import { listCalls } from '@usance/wire/list'
import { type ProofKind, proofFileCalls, proofKinds } from '@usance/wire/proof-file/calls'
import { bankProofList, collectList, orderFileList, subledgerList } from '@usance/wire/report/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeGenerated } from '../../platform/file/stored-file.ts'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  const { orderId } = await aFundedOrder(portal)
  // It was funded without its approval, and only what has passed has a file.
  await portal.look((tx) =>
    tx.updateTable('financeOrder').set({ passedAt: '2025-03-03T01:00:00Z' }).where('id', '=', orderId).execute(),
  )
})
afterAll(() => portal.close())

const lists = { bank: bankProofList, collect: collectList, e_one: orderFileList, subledgers: subledgerList }
const rowOf = async (kind: ProofKind, seat: Seat) =>
  (await portal.ask(seat, listCalls(lists[kind]).pageList, { body: { pageSize: 1 } })).list![0] as { id: string }
const aFile = (fileName: string, content = `%PDF ${fileName}`) =>
  portal.look((tx) =>
    storeGenerated(portal.app, tx, {
      companyId: portal.seats.settlement.companyId,
      userId: portal.seats.settlement.userId,
      fileName,
      contentType: 'application/pdf',
      content: Buffer.from(content),
      purpose: 'upload',
    }),
  )
const add = async (seat: Seat, kind: ProofKind, ownerId: string, fileName: string) => {
  const objectKey = await aFile(fileName)
  return portal.ask(seat, proofFileCalls.add, { body: { kind, ownerId, files: [{ objectKey, fileName }] } })
}
const listed = (seat: Seat, kind: ProofKind, ownerId: string) =>
  portal.ask(seat, proofFileCalls.list, { body: { kind, ownerId } })

test.each(proofKinds)('settlement hangs a paper on a row of %s, and whoever may see the row reads it', async (kind) => {
  const { settlement, alderMaker, elmChecker, firChecker, cedarChecker } = portal.seats
  const { id: ownerId } = await rowOf(kind, kind === 'subledgers' ? alderMaker : settlement)
  const [paper] = await add(settlement, kind, ownerId, `${kind}.pdf`)
  expect(paper).toMatchObject({ fileName: `${kind}.pdf`, size: 5 + `${kind}.pdf`.length })
  const sees = kind === 'subledgers' ? [settlement, alderMaker] : [settlement, alderMaker, elmChecker]
  // Only people of the operator see each other's names.
  for (const seat of sees)
    expect(await listed(seat, kind, ownerId)).toEqual([seat === settlement ? paper : { ...paper, addedBy: 'Usance Platform' }])
  const body = { kind, ownerId, id: paper!.id }
  expect(((await portal.ask(alderMaker, proofFileCalls.download, { body })) as Buffer).toString()).toBe(`%PDF ${kind}.pdf`)
  // A funder of other orders does not know the row; a buyer has no business with proofs.
  expect((await refusalOf(listed(firChecker, kind, ownerId))).error).toBe('NOT_FOUND')
  expect((await refusalOf(portal.ask(firChecker, proofFileCalls.download, { body }))).error).toBe('NOT_FOUND')
  expect((await refusalOf(listed(cedarChecker, kind, ownerId))).error).toBe('FORBIDDEN')
  expect((await refusalOf(add(alderMaker, kind, ownerId, 'own.pdf'))).error).toBe('FORBIDDEN')
  expect(await portal.ask(settlement, proofFileCalls.remove, { body: body })).toEqual([])
  expect(await listed(alderMaker, kind, ownerId)).toEqual([])
})

test('a paper of another row, and a file one may not see, are not found', async () => {
  const { settlement } = portal.seats
  const bank = await rowOf('bank', settlement)
  const order = await rowOf('e_one', settlement)
  const [paper] = await add(settlement, 'bank', bank.id, 'slip.pdf')
  const elsewhere = { kind: 'e_one' as const, ownerId: order.id, id: paper!.id }
  expect((await refusalOf(portal.ask(settlement, proofFileCalls.download, { body: elsewhere }))).error).toBe('NOT_FOUND')
  const files = [{ objectKey: 'attachment/00000000-0000-0000-0000-000000000000', fileName: 'x.pdf' }]
  const missing = { kind: 'bank' as const, ownerId: bank.id, files }
  expect((await refusalOf(portal.ask(settlement, proofFileCalls.add, { body: missing as never }))).error).toBe('NOT_FOUND')
})
