import { createHash } from 'node:crypto'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentList } from '@usance/wire/payment/list'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { paymentFileList } from '@usance/wire/payment-file/list'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { all, first, parseXml, textAt } from '../../e-invoice/xml-element.ts'
import { anInstructedPayment, brokenLaws, passAll } from '../../testing/financing.ts'
import {
  aFileTaken,
  accountClosed as closed,
  bankLine as line,
  readReport,
  bankReport as report,
} from '../../testing/payment-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const seats = () => portal.seats
const make = (...paymentIds: string[]) =>
  portal.ask(seats().settlement, paymentFileCalls.make, { body: { paymentIds } }).then(({ files }) => files)
const take = (id: string, seat = seats().settlement) => portal.ask(seat, paymentFileCalls.take, { body: { id } })
const fileOf = (id: string) => portal.ask(seats().settlement, paymentFileCalls.detail, { body: { id } })
const payment = (id: string) => portal.ask(seats().settlement, paymentCalls.detail, { body: { id } })

const aTakenFile = (...paymentIds: string[]) => aFileTaken(portal, ...paymentIds)
const read = (text: string, seat = seats().settlement2) => readReport(portal, text, seat)

test('instructed payments go into a file of batches, which another approves and which is handed out once', async () => {
  const made = [
    await anInstructedPayment(portal),
    await anInstructedPayment(portal, { currency: 'EUR' }),
    await anInstructedPayment(portal),
  ]
  const ids = made.map((one) => one.payment.id)
  const { payments } = await portal.ask(seats().settlement, paymentFileCalls.ready, { body: {} })
  expect(payments.filter(({ id }) => ids.includes(id)).map(({ blockedBy }) => blockedBy)).toEqual([null, null, null])
  expect((await refusalOf(portal.ask(seats().elmChecker, paymentFileCalls.ready, { body: {} }))).error).toBe('FORBIDDEN')

  // Of two who make files of the same payments at once, one does.
  const tries = await Promise.allSettled([make(...ids), make(...ids)])
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  expect((await refusalOf(make(ids[0]!))).error).toBe('PAYMENT_IN_FILE')
  const [file] = (tries.find((one) => one.status === 'fulfilled') as PromiseFulfilledResult<Awaited<ReturnType<typeof make>>>)
    .value

  // Not before its approval, and its maker does not approve it.
  expect((await refusalOf(take(file!.id))).error).toBe('ILLEGAL_TRANSITION')
  const task = await portal.look((tx) =>
    tx
      .selectFrom('workflowTask as t')
      .innerJoin('workflowInstance as i', 'i.id', 't.instanceId')
      .select(['t.id', 't.nodeName'])
      .where('i.businessNo', '=', file!.no)
      .executeTakeFirstOrThrow(),
  )
  const pass = { businessNo: file!.no, nodeName: task.nodeName, taskId: task.id, reviewType: 'PASSED', approvalComments: '' }
  expect((await refusalOf(portal.ask(seats().settlement, workflowCalls.approve, { body: pass as never }))).error).toBe(
    'MAKER_CANNOT_APPROVE',
  )
  await passAll(portal, file!.no, 'PAYMENT_FILE')

  const taken = await take(file!.id)
  expect(taken.fileName).toBe(`${file!.no}.xml`)
  expect(createHash('sha256').update(taken.content).digest('hex')).toBe(taken.sha256)
  expect((await refusalOf(take(file!.id, seats().settlement2))).error).toBe('PAYMENT_FILE_TAKEN')
  const detail = await fileOf(file!.id)
  expect(detail).toMatchObject({ status: 'TAKEN', sha256: taken.sha256, payments: 3, takenByName: 'staff.settlement' })
  expect(detail.batches.map(({ currency, items }) => [currency, items.length])).toEqual(
    expect.arrayContaining([
      ['USD', 2],
      ['EUR', 1],
    ]),
  )
  expect(JSON.stringify(detail)).not.toContain('6222020200001')
  const batches = all(first(parseXml(taken.content), 'CstmrCdtTrfInitn'), 'PmtInf')
  expect(batches.flatMap((one) => all(one, 'CdtTrfTxInf', 'PmtId', 'EndToEndId').map(({ text }) => text)).sort()).toEqual(
    made.map((one) => one.payment.no).sort(),
  )
  expect(batches.every((one) => textAt(one, 'ReqdExctnDt', 'Dt')! >= openingDay)).toBe(true)

  // The funder sees its own file; its rival does not know of it.
  const own = await portal.ask(seats().elmChecker, listCalls(paymentFileList).pageList, { body: {} })
  expect(own.list!.map((row) => row.no)).toContain(file!.no)
  const rival = await portal.ask(seats().firChecker, listCalls(paymentFileList).pageList, { body: {} })
  expect(rival.list).toEqual([])
  expect((await refusalOf(portal.ask(seats().firChecker, paymentFileCalls.detail, { body: { id: file!.id } }))).error).toBe(
    'NOT_FOUND',
  )
})

test('abroad a file names the holder in Latin letters, and what has none is not sent', async () => {
  const { payment: abroad } = await anInstructedPayment(portal)
  const { toAccountId, payeeCompanyId } = await portal.look((tx) =>
    tx.selectFrom('payment').select(['toAccountId', 'payeeCompanyId']).where('id', '=', abroad.id).executeTakeFirstOrThrow(),
  )
  const call = (accountName: string, name: string) =>
    portal.look(async (tx) => {
      await tx.updateTable('bankAccount').set({ accountName }).where('id', '=', toAccountId!).execute()
      await tx.updateTable('company').set({ name }).where('id', '=', payeeCompanyId!).execute()
    })
  const before = await portal.look((tx) =>
    tx
      .selectFrom('bankAccount as a')
      .innerJoin('company as c', 'c.id', 'a.companyId')
      .select(['a.accountName', 'c.name'])
      .where('a.id', '=', toAccountId!)
      .executeTakeFirstOrThrow(),
  )
  await call('杭州联合纺织有限公司', '杭州联合')
  const blocked = await refusalOf(make(abroad.id))
  expect([blocked.error, blocked.data.no]).toEqual(['NAME_NOT_LATIN', abroad.no])
  await call('杭州联合纺织有限公司', before.name)
  const [file] = await make(abroad.id)
  const { content } = await portal.look((tx) =>
    tx.selectFrom('paymentFile').select('content').where('id', '=', file!.id).executeTakeFirstOrThrow(),
  )
  const names = all(first(parseXml(content), 'CstmrCdtTrfInitn'), 'PmtInf', 'CdtTrfTxInf', 'Cdtr', 'Nm').map(({ text }) => text)
  expect(names).toEqual([before.name])
  await call(before.accountName, before.name)
})

test('a report marks what the bank took and fails what it refused, and says nothing new the second time', async () => {
  const [good, bad] = [await anInstructedPayment(portal), await anInstructedPayment(portal)]
  const file = await aTakenFile(good.payment.id, bad.payment.id)
  const text = report(file.no, line(good.payment.no, 'ACSC') + line(bad.payment.no, 'RJCT', closed) + line('PAY-NOBODY', 'ACSC'))
  const answer = await read(text)
  expect(answer).toMatchObject({ isKnown: false, counts: { ACCEPTED: 1, REJECTED: 1, UNKNOWN: 1, CONFLICT: 0 } })
  expect(await payment(good.payment.id)).toMatchObject({
    status: 'INSTRUCTED',
    bankFile: { no: file.no, outcome: 'ACCEPTED', bankStatus: 'ACSC' },
  })
  expect(await payment(bad.payment.id)).toMatchObject({
    status: 'FAILED',
    failReason: 'AC04 Account closed',
    bankFile: { outcome: 'REJECTED', reasonCode: 'AC04', reasonText: 'Account closed' },
  })
  const orderOf = (id: string) =>
    portal.look((tx) => tx.selectFrom('financeOrder').select('status').where('id', '=', id).executeTakeFirstOrThrow())
  expect((await orderOf(bad.orderId)).status).toBe('RIGHT_CONFIRMED')

  expect(await read(text)).toMatchObject({ isKnown: true, counts: { ACCEPTED: 0, REJECTED: 0, KNOWN: 2 } })
  expect(await read(`${text}\n`)).toMatchObject({ isKnown: false, counts: { ACCEPTED: 0, REJECTED: 0, KNOWN: 2 } })

  // Sent again it is another transfer, which the bank cannot take for the one it refused.
  await portal.ask(seats().settlement, paymentCalls.instruct, { body: { id: bad.payment.id } })
  await passAll(portal, bad.payment.no, 'PAYMENT')
  const again = await aTakenFile(bad.payment.id)
  expect(again.content).toContain(`<EndToEndId>${bad.payment.no}-2</EndToEndId>`)
  await portal.ask(seats().settlement3, paymentCalls.markPaid, {
    body: { id: bad.payment.id, valueDate: openingDay, bankRef: 'PF-REPORT-1' },
  })
  // The bank refuses what a person has recorded as paid: a person has to look, nothing is undone.
  expect(await read(report(again.no, '', '<GrpSts>RJCT</GrpSts>'))).toMatchObject({ counts: { CONFLICT: 1, REJECTED: 0 } })
  expect((await payment(bad.payment.id)).status).toBe('PAID')
})

test('a report against what the bank has settled, against itself or about another amount is left to a person', async () => {
  const [settled, taken, odd] = [
    await anInstructedPayment(portal),
    await anInstructedPayment(portal),
    await anInstructedPayment(portal),
  ]
  const file = await aTakenFile(settled.payment.id, taken.payment.id, odd.payment.id)
  const asked = (amount: string, currency: string) =>
    `<OrgnlTxRef><Amt><InstdAmt Ccy="${currency}">${amount}</InstdAmt></Amt></OrgnlTxRef>`
  const { amount } = await payment(odd.payment.id)
  await read(report(file.no, line(settled.payment.no, 'ACSC') + line(taken.payment.no, 'ACSP')))
  for (const inside of [
    line(settled.payment.no, 'RJCT', closed),
    line(odd.payment.no, 'ACSC') + line(odd.payment.no, 'RJCT', closed),
    line(odd.payment.no, 'RJCT', closed) + line(odd.payment.no, 'PDNG'),
    line(odd.payment.no, 'RJCT', closed + asked('999.00', 'USD')),
    line(odd.payment.no, 'RJCT', closed + asked(amount, 'EUR')),
    line(odd.payment.no, 'ACSC', asked('999.00', 'USD')),
  ])
    expect(await read(report(file.no, inside))).toMatchObject({ counts: { CONFLICT: 1, REJECTED: 0, ACCEPTED: 0 } })
  expect(await read(report(file.no, line(settled.payment.no, 'ACSP')))).toMatchObject({ counts: { KNOWN: 1 } })
  expect(await payment(settled.payment.id)).toMatchObject({ status: 'INSTRUCTED', bankFile: { bankStatus: 'ACSC' } })
  expect(await payment(odd.payment.id)).toMatchObject({ status: 'INSTRUCTED', bankFile: { outcome: 'PENDING', isUnclear: true } })
  // A refusal may follow what the bank has only taken, and not what it reported as settled, if only against itself.
  await read(report(file.no, line(taken.payment.no, 'RJCT', closed)))
  await read(report(file.no, line(odd.payment.no, 'RJCT', closed + asked(`${amount}0`, 'USD'))))
  expect([(await payment(taken.payment.id)).status, (await payment(odd.payment.id)).status]).toEqual(['FAILED', 'INSTRUCTED'])
})

test('of several lines of a report on a transfer the one that says most counts, whatever stands first', async () => {
  const made = await anInstructedPayment(portal)
  const file = await aTakenFile(made.payment.id)
  const lines = [line(made.payment.no, 'PDNG'), line(made.payment.no, 'ACSC'), line(made.payment.no, 'ACSP')].join('')
  expect(await read(report(file.no, lines))).toMatchObject({ counts: { ACCEPTED: 1, PENDING: 0 } })
  expect(await payment(made.payment.id)).toMatchObject({ bankFile: { bankStatus: 'ACSC' } })
  expect(await read(report(file.no, line(made.payment.no, 'RJCT', closed)))).toMatchObject({ counts: { CONFLICT: 1 } })
})

test('a batch that the bank has not decided on is not taken because the file is, and a refused one that no file has is told', async () => {
  const made = await anInstructedPayment(portal)
  const file = await aTakenFile(made.payment.id)
  const batchId = textAt(parseXml(file.content), 'CstmrCdtTrfInitn', 'PmtInf', 'PmtInfId')
  const batch = (id: string | null, status: string, reason = '') =>
    `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId><PmtInfSts>${status}</PmtInfSts>${reason}</OrgnlPmtInfAndSts>`
  const taken = '<GrpSts>ACCP</GrpSts>'
  expect(await read(report(file.no, batch(batchId, 'PDNG'), taken))).toMatchObject({ counts: { ACCEPTED: 0, PENDING: 1 } })
  expect(await payment(made.payment.id)).toMatchObject({ bankFile: { outcome: 'PENDING' } })
  const { rows } = await read(report(file.no, batch('NOBODYS', 'RJCT', closed)))
  expect(rows).toMatchObject([{ no: 'NOBODYS', result: 'UNKNOWN', bankStatus: 'RJCT', reasonCode: 'AC04' }])
  expect(await read(report(file.no, batch(batchId, 'ACCP')))).toMatchObject({ counts: { ACCEPTED: 1, UNKNOWN: 0 } })
})

test('a payment is not recorded as paid while a file that nobody has taken out holds it', async () => {
  const { payment: sent } = await anInstructedPayment(portal)
  const pay = () =>
    portal.ask(seats().settlement3, paymentCalls.markPaid, {
      body: { id: sent.id, valueDate: openingDay, bankRef: 'PF-OPEN-1' },
    })
  const [file] = await make(sent.id)
  expect(await refusalOf(pay())).toMatchObject({ error: 'PAYMENT_FILE_NOT_TAKEN', data: { no: file!.no } })
  await passAll(portal, file!.no, 'PAYMENT_FILE')
  expect((await refusalOf(pay())).error).toBe('PAYMENT_FILE_NOT_TAKEN')
  await portal.ask(seats().settlement, paymentFileCalls.void, { body: { id: file!.id, reason: 'Paid at the counter' } })
  expect(await pay()).toEqual({ status: 'PAID' })
})

test('a payment is not declared failed while a file that nobody has taken out holds it, and nobody is offered it', async () => {
  const [one, other] = [await anInstructedPayment(portal), await anInstructedPayment(portal)]
  const fail = () => portal.ask(seats().settlement3, paymentCalls.fail, { body: { id: one.payment.id, reason: 'Wrong day' } })
  const offered = async () => {
    const list = await portal.ask(seats().settlement3, listCalls(paymentList).pageList, { body: {} })
    const listed = list.list!.find(({ no }) => no === one.payment.no)!.operations
    const { operations } = await portal.ask(seats().settlement3, paymentCalls.detail, { body: { id: one.payment.id } })
    expect(listed).toEqual(operations)
    return operations
  }
  const [file] = await make(one.payment.id, other.payment.id)
  const refused = { error: 'PAYMENT_FILE_NOT_TAKEN', data: { no: file!.no } }
  expect([await offered(), await refusalOf(fail())]).toMatchObject([['DETAIL'], refused])
  // What its approver judged is what goes to the bank.
  await passAll(portal, file!.no, 'PAYMENT_FILE')
  expect([await offered(), await refusalOf(fail())]).toMatchObject([['DETAIL'], refused])
  await portal.ask(seats().settlement, paymentFileCalls.void, { body: { id: file!.id, reason: 'One is not to be paid' } })
  expect(await offered()).toEqual(['DETAIL', 'PAID', 'FAIL'])
  expect(await fail()).toEqual({ status: 'FAILED' })
  // The reference is kept, since no bank has refused it, and the other payment goes into another file.
  await portal.ask(seats().settlement, paymentCalls.instruct, { body: { id: one.payment.id } })
  await passAll(portal, one.payment.no, 'PAYMENT')
  const { content } = await aTakenFile(one.payment.id, other.payment.id)
  for (const { payment: sent } of [one, other]) expect(content).toContain(`<EndToEndId>${sent.no}</EndToEndId>`)
})

test('a file whose payment an earlier version let fail meanwhile is not handed out, and a void file frees its payments', async () => {
  const [one, other] = [await anInstructedPayment(portal), await anInstructedPayment(portal)]
  const [stale] = await make(one.payment.id, other.payment.id)
  await passAll(portal, stale!.no, 'PAYMENT_FILE')
  await portal.look((tx) =>
    tx
      .updateTable('paymentFileItem')
      .set({ live: false })
      .where('paymentId', '=', one.payment.id)
      .where('live', '=', true)
      .execute(),
  )
  expect((await refusalOf(take(stale!.id))).error).toBe('CONTENT_CHANGED')
  const makeVoid = (id: string, seat = seats().settlement) =>
    portal.ask(seat, paymentFileCalls.void, { body: { id, reason: 'Upload broke off' } })
  await makeVoid(stale!.id)
  const file = await aTakenFile(other.payment.id)
  // Whoever holds the file does not say alone that the bank has not got it.
  expect((await refusalOf(makeVoid(file.id))).error).toBe('MAKER_CANNOT_APPROVE')
  expect(await makeVoid(file.id, seats().settlement2)).toEqual({ status: 'VOID' })
  const again = await aTakenFile(other.payment.id)
  // The bank may have it after all: the same reference lets it see that it is the same transfer.
  expect(again.content).toContain(`<EndToEndId>${other.payment.no}</EndToEndId>`)
  expect((await refusalOf(read(report(stale!.no, line(other.payment.no, 'ACSC'))))).error).toBe('REPORT_OF_NO_FILE')
  expect((await refusalOf(read('<Document><Nothing/></Document>'))).error).toBe('FILE_UNREADABLE')
})

test('a file in approval that is refused or withdrawn leaves its payments to another', async () => {
  const { payment: sent } = await anInstructedPayment(portal)
  const [first] = await make(sent.id)
  await portal.ask(seats().settlement, paymentFileCalls.void, { body: { id: first!.id, reason: 'Wrong day' } })
  const [second] = await make(sent.id)
  const task = await portal.look((tx) =>
    tx
      .selectFrom('workflowTask as t')
      .innerJoin('workflowInstance as i', 'i.id', 't.instanceId')
      .select(['t.id', 't.nodeName'])
      .where('i.businessNo', '=', second!.no)
      .executeTakeFirstOrThrow(),
  )
  await portal.ask(seats().settlement2, workflowCalls.approve, {
    body: {
      businessNo: second!.no,
      nodeName: task.nodeName,
      taskId: task.id,
      reviewType: 'REFUSED',
      approvalComments: 'Not today',
    },
  })
  expect((await fileOf(second!.id)).status).toBe('REFUSED')
  expect(await make(sent.id)).toHaveLength(1)
})

test('whoever has a file never declares its payment failed, and nobody does once the bank has reported on it', async () => {
  const { payment: sent } = await anInstructedPayment(portal)
  const file = await aTakenFile(sent.id)
  const fail = (seat = seats().settlement) =>
    portal.ask(seat, paymentCalls.fail, { body: { id: sent.id, reason: 'The bank says no' } })
  expect((await refusalOf(fail())).error).toBe('MAKER_CANNOT_APPROVE')
  await read(report(file.no, line(sent.no, 'ACSC')))
  for (const seat of [seats().settlement2, seats().settlement3])
    expect([
      (await portal.ask(seat, paymentCalls.detail, { body: { id: sent.id } })).operations.includes('FAIL'),
      await refusalOf(fail(seat)),
    ]).toMatchObject([false, { error: 'PAYMENT_WITH_BANK', data: { no: file.no } }])
  expect((await payment(sent.id)).status).toBe('INSTRUCTED')

  // Somebody else declares it of a file on which the bank is silent; the payment is sent again as another transfer.
  const { payment: silent } = await anInstructedPayment(portal)
  await aTakenFile(silent.id)
  await portal.ask(seats().settlement2, paymentCalls.fail, { body: { id: silent.id, reason: 'The bank says no' } })
  expect((await payment(silent.id)).status).toBe('FAILED')
})

test('whoever took a file or instructed a payment in it does not import what the bank says of it, whatever that is', async () => {
  const { payment: sent } = await anInstructedPayment(portal)
  const [file] = await make(sent.id)
  await passAll(portal, file!.no, 'PAYMENT_FILE')
  await take(file!.id, seats().settlement2)
  for (const said of [line(sent.no, 'RJCT', closed), line(sent.no, 'ACSC')])
    for (const sender of [seats().settlement, seats().settlement2])
      expect((await refusalOf(read(report(file!.no, said), sender))).error).toBe('MAKER_CANNOT_APPROVE')
  expect(await payment(sent.id)).toMatchObject({ status: 'INSTRUCTED', bankFile: { outcome: 'SENT', reportedAt: null } })
  expect((await fileOf(file!.id)).reports).toEqual([])

  // The same people do not declare by hand that the bank has not paid.
  for (const sender of [seats().settlement, seats().settlement2])
    expect(
      (await refusalOf(portal.ask(sender, paymentCalls.fail, { body: { id: sent.id, reason: 'The bank says no' } }))).error,
    ).toBe('MAKER_CANNOT_APPROVE')
})

test('whoever took a file or instructed a payment in it neither declares it lost nor fails its payment after it was', async () => {
  const { payment: sent } = await anInstructedPayment(portal)
  const [file] = await make(sent.id)
  await passAll(portal, file!.no, 'PAYMENT_FILE')
  await take(file!.id, seats().settlement2)
  const makeVoid = (seat: Seat) => portal.ask(seat, paymentFileCalls.void, { body: { id: file!.id, reason: 'Never arrived' } })
  const fail = (seat: Seat) => portal.ask(seat, paymentCalls.fail, { body: { id: sent.id, reason: 'The bank says no' } })
  for (const sender of [seats().settlement, seats().settlement2]) {
    expect((await refusalOf(makeVoid(sender))).error).toBe('MAKER_CANNOT_APPROVE')
    expect((await portal.ask(sender, paymentFileCalls.detail, { body: { id: file!.id } })).operations).not.toContain('VOID')
  }
  await makeVoid(seats().settlement3)
  for (const sender of [seats().settlement, seats().settlement2])
    expect((await refusalOf(fail(sender))).error).toBe('MAKER_CANNOT_APPROVE')
  expect(await fail(seats().settlement3)).toEqual({ status: 'FAILED' })
})

test.each([
  ['its supplier is blocked', 'supplier', 'SUPPLIER_STOPPED'],
  ['the account that pays is switched off', 'fromAccountId', 'BANK_ACCOUNT_NOT_ENABLED'],
  ['the account that is paid is switched off', 'toAccountId', 'BANK_ACCOUNT_NOT_ENABLED'],
  ['a document of it is due', 'maturity', 'INVOICE_NOT_ELIGIBLE'],
] as const)('a payment goes into no file, and a file is neither passed nor handed out, while %s', async (_, what, refusal) => {
  const { payment: sent, orderId } = await anInstructedPayment(portal)
  const { maturity } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('maturity').where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  const accounts = await portal.look((tx) =>
    tx.selectFrom('payment').select(['fromAccountId', 'toAccountId']).where('id', '=', sent.id).executeTakeFirstOrThrow(),
  )
  const stop = (isOff: boolean) =>
    portal.look(async (tx) => {
      if (what === 'supplier')
        await tx.updateTable('company').set({ blockFlag: isOff }).where('id', '=', portal.world.companies.alder).execute()
      else if (what === 'maturity')
        await tx
          .updateTable('financeOrderItem')
          .set({ maturity: isOff ? openingDay : maturity })
          .where('orderId', '=', orderId)
          .execute()
      else
        await tx
          .updateTable('bankAccount')
          .set({ status: isOff ? 'DISABLE' : 'ENABLE' })
          .where('id', '=', accounts[what]!)
          .execute()
    })
  const refused = async (work: Promise<unknown>) => expect((await refusalOf(work)).error).toBe(refusal)
  await stop(true)
  const { payments } = await portal.ask(seats().settlement, paymentFileCalls.ready, { body: {} })
  expect(payments.find(({ id }) => id === sent.id)?.blockedBy).toBe(refusal)
  await refused(make(sent.id))
  await stop(false)
  const [file] = await make(sent.id)
  await stop(true)
  expect((await refusalOf(passAll(portal, file!.no, 'PAYMENT_FILE'))).error).toMatch(new RegExp(`${refusal}|CONTENT_CHANGED`))
  await stop(false)
  await passAll(portal, file!.no, 'PAYMENT_FILE')
  await stop(true)
  await refused(take(file!.id))
  await stop(false)
  await take(file!.id)
})
