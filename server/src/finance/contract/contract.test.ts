import { createHash, randomUUID } from 'node:crypto'
import { contractCalls } from '@usance/wire/contract/calls'
import { contractList } from '@usance/wire/contract/list'
import { listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticate } from '../../auth/authenticate.ts'
import { inTransaction } from '../../database/database.ts'
import type { FinanceOrderTable, OrderFeeTable } from '../../database/tables.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { pagesOf } from '../../testing/pdf-text.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'
import { fillTemplate, htmlOf } from './fill-template.ts'
import { issueContracts, unsignedContracts, voidContracts } from './issue-contracts.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

async function actAs<T>(seat: Seat, work: (context: UseCaseContext) => Promise<T>): Promise<T> {
  const actor = await authenticate(portal.app, seat.token, { role: seat.companyRole })
  return inTransaction(portal.app.db, { kind: 'company', companyId: seat.companyId, userId: seat.userId }, 'write', (tx) =>
    work({ app: portal.app, tx, today: '2025-03-03', now: new Date(), requestId: 'test', language: 'en-US', ip: '', actor }),
  )
}

let made = 0
/** An order that has passed approval, with its contracts issued. */
type Fee = Pick<OrderFeeTable, 'code' | 'payer'> & { amount: string; tax: string }
async function anOrder({
  type = 'RECEIVABLE_PURCHASE',
  disclosed = true,
  agreed,
  fees = [],
}: {
  type?: FinanceOrderTable['type']
  disclosed?: boolean
  agreed?: object
  fees?: Fee[]
} = {}) {
  const { alder, cedar, elm } = portal.world.companies
  const id = randomUUID()
  const orderNo = `FO-C-${++made}`
  await portal.look((tx) =>
    tx
      .insertInto('financeOrder')
      .values({
        id,
        orderNo,
        type,
        productId: portal.world.products.purchaseInAdvance,
        supplierId: alder,
        buyerId: cedar,
        funderId: elm,
        currency: 'USD',
        financeAmount: '90000',
        faceAmount: '100000',
        status: 'PASSED',
        requestedFundingDate: '2025-03-03',
        maturity: '2025-05-02',
        rate: '6.8',
        pricing: '{}',
        pricingHash: 'test',
        agreedTerms: agreed ? JSON.stringify(agreed) : null,
        disclosed,
        recourse: true,
        rightConfirmParty: 'BUYER',
        submittedAt: new Date().toISOString(),
      })
      .execute(),
  )
  for (const fee of fees)
    await portal.look((tx) =>
      tx
        .insertInto('orderFee')
        .values({
          id: randomUUID(),
          orderId: id,
          basis: 'FLAT',
          value: fee.amount,
          base: '1',
          beneficiary: 'FUNDER',
          timing: 'FUNDING',
          ...fee,
        })
        .execute(),
    )
  await actAs(portal.seats.elmChecker, (context) => issueContracts(context, id))
  return { id, orderNo }
}

const listOf = (seat: Seat, orderNo: string) =>
  portal.ask(seat, listCalls(contractList).pageList, { body: { filterFields: { orderNo } } }).then((page) => page.list as any[])
const read = (seat: Seat, id: string) => portal.ask(seat, contractCalls.detail, { body: { id } })
async function sign(seat: Seat, id: string, extra: object = {}) {
  const textSha256 =
    'textSha256' in extra
      ? (extra.textSha256 as string)
      : (await read(seat.companyRole === 'FUNDER' ? seat : portal.seats.alderChecker, id)).textSha256
  return portal.ask(seat, contractCalls.sign, { body: { id, name: seat.cname, method: 'TYPED', ...extra, textSha256 } })
}

describe('issuing', () => {
  test('a disclosed purchase gets an agreement and a notice to the debtor, who sees the notice only', async () => {
    const { orderNo } = await anOrder()
    expect((await listOf(portal.seats.alderChecker, orderNo)).map((row) => row.name).sort()).toEqual([
      'Notice of assignment',
      'Receivables purchase agreement',
    ])
    const seen = await listOf(portal.seats.cedarChecker, orderNo)
    expect(seen.map((row) => row.name)).toEqual(['Notice of assignment'])
    expect(await listOf(portal.seats.firChecker, orderNo)).toEqual([])
    const notice = await read(portal.seats.cedarChecker, seen[0].id)
    expect(notice.html.en).toContain('80010001')
    expect(notice.html.cn).toContain('应收账款转让通知')
    expect((await refusalOf(read(portal.seats.firChecker, seen[0].id))).code).toBe(404)
  })

  const agreed = {
    interestMethod: 'IN_ARREARS',
    minInterestDays: 7,
    earlyFeePct: '2.000000',
    earlyFeeTaxPct: '6',
    breakDays: 3,
    rebateAllowed: false,
    graceDays: 5,
    penaltyMode: 'PROSPECTIVE',
    penaltyMargin: '3.50',
    penaltyMultiplier: null,
    discountMethod: 'STRAIGHT',
    dayCount: 'ACT_360',
    rateType: 'FIXED',
    baseRateType: null,
    floor: '0',
    resetFrequency: 'NONE',
  }
  const textsOf = async (orderNo: string, seat: Seat, name: string) => {
    const row = (await listOf(seat, orderNo)).find((one) => one.name === name)
    return (await read(seat, row.id)).html
  }

  test('the agreement states the charged terms as agreed, and no paper of the buyer does', async () => {
    const inArrears = await anOrder({ agreed })
    const { alderChecker, cedarChecker } = portal.seats
    const html = await textsOf(inArrears.orderNo, alderChecker, 'Receivables purchase agreement')
    for (const term of [
      'at least 7 calendar days',
      'early fee of 2 percent of that principal, and tax of 6 percent on the fee',
      'grace period is 5 calendar days',
      'penalty of 3.5 percent a year on top of the rate, counted from the end of the grace period',
    ])
      expect(html.en).toContain(term)
    for (const term of ['至少按 7 个日历日', '2% 收取提前还款费', '6% 的税', '5 个日历日', '年 3.5% 的罚息，自宽限期届满之日起'])
      expect(html.cn).toContain(term)
    const { earlyFeeTaxPct: _, ...untaxed } = agreed
    const old = await anOrder({ agreed: untaxed })
    const silent = await textsOf(old.orderNo, alderChecker, 'Receivables purchase agreement')
    expect(silent.en).toContain('early fee of 2 percent of that principal. No tax on the fee is agreed.')
    expect(silent.cn).toContain('未约定就该费用收税')
    const discount = { ...agreed, interestMethod: 'IN_ADVANCE' }
    const kept = await anOrder({ agreed: discount })
    expect((await textsOf(kept.orderNo, alderChecker, 'Receivables purchase agreement')).en).toContain(
      'discount is not given back on early payment',
    )
    const rebated = await anOrder({ agreed: { ...discount, rebateAllowed: true, penaltyMargin: null, penaltyMultiplier: '1.5' } })
    const other = await textsOf(rebated.orderNo, alderChecker, 'Receivables purchase agreement')
    expect(other.en).toContain('less break costs: interest for 3 calendar days')
    expect(other.en).toContain('rate to 1.5 times itself')
    const notice = await textsOf(inArrears.orderNo, cedarChecker, 'Notice of assignment')
    expect(notice.en).not.toMatch(/early fee|penalty|discount/)
    expect(notice.en).toContain('You bear no fee.')
  })

  test('the recourse of an order without grace is stated from maturity, and of one with grace from its end', async () => {
    const clauseOf = async (graceDays: number) => {
      const { orderNo } = await anOrder({ agreed: { ...agreed, graceDays } })
      return textsOf(orderNo, portal.seats.alderChecker, 'Receivables purchase agreement')
    }
    const [without, with5] = [await clauseOf(0), await clauseOf(5)]
    expect(without.en).toContain('what the debtor has not paid at maturity, the supplier pays back on demand.')
    expect(without.cn).toContain('有追索权：融资到期日债务人仍未支付的款项，由供应商应要求偿还。')
    expect(`${without.en}${without.cn}`).not.toMatch(/grace period ends|宽限期届满/)
    expect(with5.en).toContain('what the debtor has not paid when the grace period ends, the supplier pays back on demand.')
    expect(with5.cn).toContain('有追索权：宽限期届满债务人仍未支付的款项，由供应商应要求偿还。')
  })

  test('the notice of assignment names the fees that the buyer is billed, and no other', async () => {
    const { orderNo } = await anOrder({
      fees: [
        { code: 'SERVICE', amount: '95.00', tax: '5.70', payer: 'BUYER' },
        { code: 'HANDLING', amount: '41.00', tax: '0', payer: 'SUPPLIER' },
      ],
    })
    const [row] = await listOf(portal.seats.cedarChecker, orderNo)
    const { html } = await read(portal.seats.cedarChecker, row.id)
    expect(html.en).toContain('service fee USD 95.00, tax on it USD 5.70')
    expect(html.cn).toContain('服务费 USD 95.00，税 USD 5.70')
    expect(html.en + html.cn).not.toContain('41.00')
  })

  test('an undisclosed purchase sends no notice, a purchase order loan gets its own agreement', async () => {
    const quiet = await anOrder({ disclosed: false })
    expect((await listOf(portal.seats.alderChecker, quiet.orderNo)).map((row) => row.name)).toEqual([
      'Receivables purchase agreement',
    ])
    expect(await listOf(portal.seats.cedarChecker, quiet.orderNo)).toEqual([])
    const loan = await anOrder({ type: 'PO_FINANCE' })
    expect((await listOf(portal.seats.alderChecker, loan.orderNo)).map((row) => row.name)).toEqual([
      'Purchase order finance agreement',
    ])
  })

  test('everybody may read the standard text of a contract before there is an order, without a party in it', async () => {
    const { list } = await portal.ask(portal.seats.alderViewer, contractCalls.templates, { body: { name: 'purchase agr' } })
    expect(list).toMatchObject([{ code: 'RPA' }])
    const { html } = await portal.ask(portal.seats.alderViewer, contractCalls.template, { body: { id: list[0]!.id } })
    expect(html.en).toContain('The Seller is [name of the supplier], registration number')
    expect(html.cn).toContain('【供应商名称】')
    expect(html.en + html.cn).not.toContain('{{')
  })

  test('says who has yet to sign: found by any of them, exported in words', async () => {
    const { orderNo } = await anOrder()
    const { pageList, csvExport } = listCalls(contractList)
    const waiting = (waitsFor: string[]) =>
      portal.ask(portal.seats.alderChecker, pageList, { body: { filterFields: { orderNo, waitsFor } } })
    expect((await waiting(['FUNDER'])).list).toMatchObject([{ waitsFor: 'FUNDER, SUPPLIER' }])
    expect((await waiting(['FUNDER', 'BUYER'])).total).toBe(2)
    const body = {
      filterFields: { orderNo, name: 'Receivables' },
      columnList: [{ key: 'waitsFor', title: '待签方' }],
      words: { waitsFor: { FUNDER: '资金方', SUPPLIER: '供应商' } },
    }
    expect(String(await portal.ask(portal.seats.alderChecker, csvExport, { body }))).toBe('\ufeff待签方\r\n"资金方, 供应商"\r\n')
  })

  test('issuing again issues nothing new', async () => {
    const { id, orderNo } = await anOrder()
    await actAs(portal.seats.elmChecker, (context) => issueContracts(context, id))
    expect(await listOf(portal.seats.alderChecker, orderNo)).toHaveLength(2)
  })
})

describe('signing', () => {
  const agreementOf = async (orderNo: string) =>
    (await listOf(portal.seats.alderChecker, orderNo)).find((row) => row.name.startsWith('Receivables')).id as string

  test('both parties sign, and the file they get proves itself', async () => {
    const { id: orderId, orderNo } = await anOrder()
    const id = await agreementOf(orderNo)
    const { alderChecker, elmChecker, firChecker } = portal.seats
    expect((await read(alderChecker, id)).operations).toContain('signoff')
    expect(await sign(alderChecker, id)).toEqual({ status: 'PARTIALLY_SIGNED' })
    expect((await read(alderChecker, id)).operations).not.toContain('signoff')
    expect(await sign(elmChecker, id)).toEqual({ status: 'SIGNED' })
    expect(await portal.look((tx) => unsignedContracts(tx, orderId))).toBe(1)
    const pdf = (await portal.ask(alderChecker, contractCalls.download, { query: { id } })) as Buffer
    const text = (await pagesOf(pdf)).join('')
    expect(text).toContain('Receivables Purchase Agreement')
    expect(text).toContain('应收账款转让协议')
    expect(text).toContain('USD 90,000.00')
    expect(text).toContain('alder.checker')
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    expect(await portal.ask(elmChecker, contractCalls.verify, { body: { sha256 } })).toMatchObject({
      matches: true,
      contract: {
        id,
        nameCn: '应收账款转让协议',
        signatories: [
          { party: 'SUPPLIER', signedName: 'alder.checker', method: 'TYPED' },
          { party: 'FUNDER', method: 'TYPED' },
        ],
      },
    })
    expect(await portal.ask(firChecker, contractCalls.verify, { body: { sha256 } })).toEqual({ matches: false, contract: null })
    const other = createHash('sha256').update(pdf).update(' ').digest('hex')
    expect((await portal.ask(elmChecker, contractCalls.verify, { body: { sha256: other } })).matches).toBe(false)
  })

  test('only people appointed to sign for a party do, and once', async () => {
    const id = await agreementOf((await anOrder()).orderNo)
    const { alderMaker, alderChecker, alderDirector, firChecker, cedarChecker } = portal.seats
    const { textSha256 } = await read(alderChecker, id)
    expect((await refusalOf(sign(alderMaker, id, { textSha256 }))).error).toBe('FORBIDDEN')
    expect((await refusalOf(sign(firChecker, id, { textSha256 }))).error).toBe('NOT_FOUND')
    // The buyer is no party of the agreement, so for it there is none.
    expect((await refusalOf(sign(cedarChecker, id, { textSha256 }))).error).toBe('NOT_FOUND')
    expect((await sign(alderDirector, id)).status).toBe('PARTIALLY_SIGNED')
    expect((await refusalOf(sign(alderChecker, id))).error).toBe('STALE_VERSION')
  })

  test('nobody signs under another name, and the own name is recorded as registered', async () => {
    const id = await agreementOf((await anOrder()).orderNo)
    const { alderChecker, cedarChecker } = portal.seats
    for (const name of [cedarChecker.cname, 'alder checker', 'alder.director']) {
      const refused = await refusalOf(sign(alderChecker, id, { name }))
      expect(refused.error).toBe('SIGNED_NAME_NOT_OWN')
      expect(refused.data.fields).toEqual([
        { field: 'name', message: 'SIGNED_NAME_NOT_OWN', params: { name: alderChecker.cname } },
      ])
    }
    expect((await sign(alderChecker, id, { name: '  Alder.CHECKER ' })).status).toBe('PARTIALLY_SIGNED')
    const { signatories } = await read(alderChecker, id)
    expect(signatories.find(({ party }) => party === 'SUPPLIER')?.signedName).toBe('alder.checker')
  })

  test('two who sign at once for one company leave one signature', async () => {
    const id = await agreementOf((await anOrder()).orderNo)
    const { elmChecker, elmChecker2 } = portal.seats
    const answers = await Promise.all(
      [elmChecker, elmChecker2].map((seat) => sign(seat, id).then((a) => a.status).catch((refusal) => refusal.error as string)), // biome-ignore format: one thought
    )
    expect(answers.sort()).toEqual(['PARTIALLY_SIGNED', 'STALE_VERSION'])
  })

  test('a signature is for the text that was read', async () => {
    const id = await agreementOf((await anOrder()).orderNo)
    expect((await refusalOf(sign(portal.seats.alderChecker, id, { textSha256: 'a'.repeat(64) }))).error).toBe('CONTENT_CHANGED')
  })

  test('contracts of a revoked order end, and cannot be signed any more', async () => {
    const order = await anOrder()
    const id = await agreementOf(order.orderNo)
    await sign(portal.seats.alderChecker, id)
    await actAs(portal.seats.alderMaker, (context) => voidContracts(context, order.id))
    expect((await read(portal.seats.alderChecker, id)).status).toBe('VOID')
    expect((await refusalOf(sign(portal.seats.elmChecker, id))).error).toBe('ILLEGAL_TRANSITION')
    expect(await portal.look((tx) => unsignedContracts(tx, order.id))).toBe(0)
  })
})

describe('before an order', () => {
  test('templates are found by a part of their name, and products know which they need', async () => {
    const { alderMaker } = portal.seats
    const found = await portal.ask(alderMaker, contractCalls.templates, { body: { name: 'NOTICE' } })
    expect(found.list.map((row) => row.name)).toEqual(['Notice of assignment'])
    const needed = await portal.ask(alderMaker, contractCalls.configs, {
      body: { productIds: [portal.world.products.undisclosed, portal.world.products.purchaseOrder] },
    })
    expect(needed.map((row) => row.name).sort()).toEqual(['Purchase order finance agreement', 'Receivables purchase agreement'])
  })

  test('a preview shows the agreement as text and as a file', async () => {
    const { html, objectKey } = await portal.ask(portal.seats.alderMaker, contractCalls.preview, {
      body: { financingProductId: portal.world.products.purchaseOrder, items: [] },
    })
    expect(html).toContain('<h1>Purchase Order Finance Agreement</h1>')
    expect(objectKey).toMatch(/^contract-preview\//)
  })

  /** The preview of the contracts of an order on an invoice, and the contracts that the order gets. */
  async function previewedAndIssued(docId: string) {
    const financingProductId = portal.world.products.purchaseInAdvance
    const { html } = await portal.ask(portal.seats.alderMaker, contractCalls.preview, {
      body: { financingProductId, items: [{ docType: 'INVOICE', docId }], fundingDate: '2025-03-03' },
    })
    const { id } = await aRightConfirmedOrder(portal, requestFor(portal, [docId], { financingProductId }))
    const issued = await portal.look((tx) =>
      tx.selectFrom('contract').select(['contentEn', 'contentCn']).where('orderId', '=', id).execute(),
    )
    return { html, issued }
  }

  test('contract and preview state what is left of an invoice that was reduced before', async () => {
    const docId = await aConfirmedInvoice(portal)
    await portal.look((tx) => tx.updateTable('invoice').set({ adjustedAmount: '20000' }).where('id', '=', docId).execute())
    const { html, issued } = await previewedAndIssued(docId)
    for (const text of [html, ...issued.flatMap(({ contentEn, contentCn }) => [contentEn, contentCn])]) {
      expect(text).toContain('80,000.00')
      expect(text).not.toContain('100,000.00')
    }
  })

  test('contract and preview state the whole of an invoice that is purchased, and what of it its buyer has confirmed', async () => {
    const docId = await aConfirmedInvoice(portal)
    await portal.look((tx) => tx.updateTable('invoice').set({ confirmedAmount: '80000' }).where('id', '=', docId).execute())
    const { html, issued } = await previewedAndIssued(docId)
    for (const text of [html, ...issued.flatMap(({ contentEn, contentCn }) => [contentEn, contentCn])])
      expect(text).toMatch(/Of it confirmed|其中已确认/)
    for (const text of [html, ...issued.map(({ contentEn }) => contentEn)]) {
      expect(text).toContain('100,000.00')
      expect(text).toContain('80,000.00')
    }
  })

  test('a preview states the terms the order would be priced at: advance, rate and maturity', async () => {
    const docId = await aConfirmedInvoice(portal)
    const body = {
      financingProductId: portal.world.products.purchaseInAdvance,
      items: [{ docType: 'INVOICE' as const, docId }],
      fundingDate: '2025-03-03',
    }
    const { html } = await portal.ask(portal.seats.alderMaker, contractCalls.preview, { body })
    // 90 % of 100,000.00 at 6.80 %, due on 2 May: the same as the trial, though no amount was named.
    for (const term of ['USD 90,000.00', '6.8', '2025-05-02', 'grace period', 'enalty', 'discount']) expect(html).toContain(term)
    expect((await refusalOf(portal.ask(portal.seats.elmChecker, contractCalls.preview, { body }))).code).not.toBe(200)
  })
})

describe('the preview of a contract', () => {
  test('answers a foreign order, document or product like a missing one', async () => {
    const { seats, world } = portal
    const docId = await aConfirmedInvoice(portal)
    const order = await aRightConfirmedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
    const own = { financingProductId: world.products.purchaseInAdvance, items: [{ docType: 'INVOICE' as const, docId }] }
    const ask = (body: object) => refusalOf(portal.ask(seats.birchMaker, contractCalls.preview, { body: { ...own, ...body } }))
    const items = [{ docType: 'INVOICE' as const, docId: randomUUID() }]
    for (const [foreign, missing] of [
      [{ orderId: order.id }, { orderId: randomUUID() }],
      [{ arpOfOrderId: order.id }, { arpOfOrderId: randomUUID() }],
      [{ items: own.items }, { items }],
    ]) {
      expect(await ask(foreign!)).toEqual(await ask(missing!))
      expect((await ask(foreign!)).error).toBe('NOT_FOUND')
    }
  })

  test('leaves no funded order out of what the limits are used for', async () => {
    const { alderMaker } = portal.seats
    const order = await aRightConfirmedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
    const { items, financingProductId } = requestFor(portal, [await aConfirmedInvoice(portal)])
    const body = { items, financingProductId, orderId: order.id }
    expect((await refusalOf(portal.ask(alderMaker, contractCalls.preview, { body }))).error).toBe('NOT_FOUND')
  })

  test('is for those alone who may ask for the price', async () => {
    const { seats, world } = portal
    const body = { financingProductId: world.products.purchaseInAdvance, items: [] }
    for (const seat of [seats.alderViewer, seats.cedarChecker, seats.elmChecker, seats.settlement])
      expect((await refusalOf(portal.ask(seat, contractCalls.preview, { body }))).error).toBe('FORBIDDEN')
  })
})

describe('a template', () => {
  test('never fills a word with a blank', () => {
    expect(() => fillTemplate('Dear {{buyerName}}', {})).toThrow('buyerName')
  })
  test('shows names as text, whatever is in them', () => {
    expect(htmlOf('Dear <img src=x onerror=alert(1)> & "Co"')).toBe(
      '<p>Dear &lt;img src=x onerror=alert(1)&gt; &amp; &quot;Co&quot;</p>',
    )
  })
})
