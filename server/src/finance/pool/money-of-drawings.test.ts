import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { listCalls } from '@usance/wire/list'
import { facilityAccountList, interestList } from '@usance/wire/pool/list'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addInternalRepayment } from '../../books/servicing/internal-repayment.ts'
import { loadFinancings } from '../../books/servicing/load-order.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { actAs, aRepayment, balanceIn } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
let drawing: { id: string; orderNo: string }
beforeEach(async () => {
  portal = await openPortal()
  const dueDate = addDays(openingDay, 175)
  const pooled = { amount: '40000.00', buyerCode: 'CEDAR', dueDate }
  const productId = await aPoolProduct(portal)
  const { poolId } = await aPooledInvoice(portal, productId, pooled)
  await aPooledInvoice(portal, productId, { ...pooled, buyerCode: 'DOGWOOD' })
  drawing = await aFundedDrawing(portal, poolId, '20000.00')
})
afterEach(() => portal.close())

const account = async () => (await portal.ask(portal.seats.elmMaker, listCalls(facilityAccountList).pageList, { body: {} })).list!
const months = async () => (await portal.ask(portal.seats.elmMaker, listCalls(interestList).pageList, { body: {} })).list!
const bySupplier = { payerRole: 'SUPPLIER', payerName: 'Alder Textiles Ltd' } as const

test('the interest that a month brings in is told also where nothing has accrued in it', async () => {
  const first = await runEndOfDay(portal.app, { through: '2025-03-31' })
  await aRepayment(portal, drawing.id, '21000', { ...bySupplier, valueDate: first })
  const [april, march, ...others] = await months()
  expect(others).toEqual([])
  expect(march).toMatchObject({ month: '2025-03-01', paid: '0.00' })
  expect(april).toMatchObject({ month: '2025-04-01', orderNo: drawing.orderNo, interest: '0.00', rate: null, firstDay: null })
  expect(april!.paid).toBe(march!.interest)
})

test('what was waived on a drawing was neither repaid nor paid as interest', async () => {
  await actAs(portal, portal.seats.settlement, async (context) => {
    const financing = (await loadFinancings(context.tx, [drawing.id])).get(drawing.id)!
    const { itemId } = financing.life.items[0]!
    return addInternalRepayment(context, financing, 'WAIVER', [
      { itemId, component: 'INTEREST', amount: M.fromDecimal('5.00', 'USD') },
      { itemId, component: 'PRINCIPAL', amount: M.fromDecimal('0.01', 'USD') },
    ])
  })
  await runEndOfDay(portal.app)
  expect((await account()).map(({ kind }) => kind)).toEqual(['DRAWING'])
  expect((await months()).map(({ paid }) => paid)).toEqual(['0.00'])
})

test('what comes in on a drawing after its loss is in the account as recovered', async () => {
  const today = await runEndOfDay(portal.app, { through: addDays(openingDay, 151) })
  await portal.ask(portal.seats.elmMaker, writeOffCalls.request, { body: { orderId: drawing.id, reason: 'It does not pay.' } })
  await passWriteOff(portal, drawing.orderNo)
  const loss = await balanceIn(portal, drawing.id, 'F5000')
  const { no } = await aRepayment(portal, drawing.id, loss, { ...bySupplier, valueDate: today })
  expect(await account()).toMatchObject([
    { kind: 'COST', reference: no, moveDate: today, drawn: null, repaid: null, costs: null, recovered: loss },
    { kind: 'DRAWING', drawn: '20000.00', recovered: null },
  ])
})
