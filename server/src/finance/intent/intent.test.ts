import { configChangeCalls } from '@usance/wire/config-change/calls'
import { dynamicFormCalls } from '@usance/wire/dynamic-form/calls'
import { fileCalls } from '@usance/wire/file/calls'
import { intentCalls } from '@usance/wire/intent/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { decideChange } from '../../testing/decide-change.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import { addPricing } from '../product/add-product.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

describe('intents and prices', () => {
  test('a supplier tells what it wishes to finance and changes it; others do not see it', async () => {
    const { alderMaker, birchMaker } = portal.seats
    const wish = { type: 'PO_FINANCE', buyerName: 'Cedar', currency: 'USD', yearlyAmount: '250000', tenorDays: 90 }
    const { id } = await portal.ask(alderMaker, intentCalls.addIntent, { body: wish } as never)
    const edit = { ...wish, id, version: 1, tenorDays: 60 }
    await portal.ask(alderMaker, intentCalls.editIntent, { body: edit } as never)
    expect((await portal.ask(alderMaker, intentCalls.intents, { body: {} })).list[0]).toMatchObject({
      id,
      tenorDays: 60,
      version: 2,
    })
    expect((await refusalOf(portal.ask(alderMaker, intentCalls.editIntent, { body: edit } as never))).error).toBe('STALE_VERSION')
    for (const [currency, typed, shown] of [
      ['JPY', '900000', '900000'],
      ['USD', '1234567.89', '1234567.89'],
      ['KWD', '10.5', '10.500'],
    ] as const) {
      const one = await portal.ask(alderMaker, intentCalls.addIntent, {
        body: { ...wish, currency, yearlyAmount: typed },
      } as never)
      // The form takes its own values back.
      expect((await portal.ask(alderMaker, intentCalls.intent, { body: { id: one.id } })).yearlyAmount).toBe(shown)
    }
    expect(await portal.ask(birchMaker, intentCalls.intents, { body: {} })).toEqual({ list: [], total: 0 })
    expect((await refusalOf(portal.ask(birchMaker, intentCalls.intent, { body: { id } }))).error).toBe('NOT_FOUND')
  })

  test('an intent that was kept with more decimals than its currency has is listed as it stands', async () => {
    const { alderMaker } = portal.seats
    const body = { type: 'PO_FINANCE', buyerName: 'Cedar', currency: 'USD', yearlyAmount: '250000', tenorDays: 90 } as const
    const { id } = await portal.ask(alderMaker, intentCalls.addIntent, { body: { ...body, idempotencyKey: newId() } })
    await portal.look((tx) => tx.updateTable('financingIntent').set({ yearlyAmount: '1.001' }).where('id', '=', id).execute())
    const { list } = await portal.ask(alderMaker, intentCalls.intents, { body: {} })
    expect(list.find((one) => one.id === id)?.yearlyAmount).toBe('1.001')
  })

  test.each([
    ['USD', '1.001', 'yearlyAmount'],
    ['JPY', '1.5', 'yearlyAmount'],
    ['USD', '0', 'yearlyAmount'],
    ['XXX', '100', 'currency'],
  ])(
    'an intent of %s %s is refused beside its field, when it is added and when it is changed',
    async (currency, yearlyAmount, field) => {
      const { alderMaker } = portal.seats
      const sound = { type: 'PO_FINANCE', buyerName: 'Cedar', currency: 'USD', yearlyAmount: '250000', tenorDays: 90 } as const
      const { id } = await portal.ask(alderMaker, intentCalls.addIntent, { body: { ...sound, idempotencyKey: newId() } })
      const faulty = { ...sound, currency, yearlyAmount, idempotencyKey: newId() }
      const added = await refusalOf(portal.ask(alderMaker, intentCalls.addIntent, { body: faulty }))
      const edited = await refusalOf(portal.ask(alderMaker, intentCalls.editIntent, { body: { ...faulty, id, version: 1 } }))
      for (const { data } of [added, edited]) expect(data.fields).toMatchObject([{ field }])
    },
  )

  test('every intent is reached by pages, however many a company has', async () => {
    const { alderMaker } = portal.seats
    const companyId = portal.world.companies.alder
    await portal.look((tx) =>
      tx
        .insertInto('financingIntent')
        .values(
          Array.from({ length: 205 }, (_, at) => ({
            ...{ id: newId(), no: `FI-MANY-${at}`, companyId, type: 'PO_FINANCE', buyerName: 'Cedar' },
            ...{ currency: 'USD', yearlyAmount: '1000', tenorDays: 60, answers: '{}' },
          })),
        )
        .execute(),
    )
    const page = (pageNum: number) => portal.ask(alderMaker, intentCalls.intents, { body: { pageNum, pageSize: 100 } })
    const pages = [await page(1), await page(2), await page(3)]
    expect(pages.map(({ list }) => list.length).slice(0, 2)).toEqual([100, 100])
    const ids = pages.flatMap(({ list }) => list.map(({ id }) => id))
    expect(ids.length).toBeGreaterThan(204)
    expect(new Set(ids).size).toBe(pages[0]?.total)
  })

  test('files of an intent that its supplier and its partner both edit stay, and each of them opens those of the other', async () => {
    const { alderMaker, birchMaker, bd, operations } = portal.seats
    await portal.asOwner((db) =>
      db
        .updateTable('company')
        .set({ bdUserId: bd.userId })
        .where('id', 'in', [portal.world.companies.alder, portal.world.companies.birch])
        .execute(),
    )
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n')
    const paper = async (seat: typeof bd, fileName: string) => {
      const { data } = await uploadAs(portal, seat, fileName, pdf)
      return { objectKey: data.objectKey as string, fileName }
    }
    const wish = { type: 'PO_FINANCE', buyerName: 'Cedar', currency: 'USD', yearlyAmount: '250000', tenorDays: 90 }
    const ofPartner = await paper(bd, 'partner.pdf')
    const { id } = await portal.ask(bd, intentCalls.addIntent, {
      body: { ...wish, companyCode: 'ALDER', answers: { insured: '0', samples: [ofPartner] } },
    } as never)
    let version = 1
    const save = async (seat: typeof bd, samples: object[]) => {
      const body = { ...wish, id, version, answers: { insured: '0', samples } }
      version = (await portal.ask(seat, intentCalls.editIntent, { body } as never)).version
    }
    const opens = (seat: typeof bd, { objectKey }: { objectKey: string }) =>
      portal.ask(seat, fileCalls.getUrl, { query: { objectKey } })
    for (const seat of [alderMaker, operations]) expect((await opens(seat, ofPartner)).fileName).toBe('partner.pdf')
    const ofSupplier = await paper(alderMaker, 'supplier.pdf')
    await save(alderMaker, [ofPartner, ofSupplier])
    await save(bd, [ofPartner, ofSupplier])
    for (const seat of [bd, operations]) expect((await opens(seat, ofSupplier)).fileName).toBe('supplier.pdf')
    expect((await portal.ask(operations, intentCalls.intent, { body: { id } })).answers.samples).toEqual([ofPartner, ofSupplier])
    // Of others nobody opens them, and nobody hands them in: neither into this intent nor into another one.
    const foreign = await paper(birchMaker, 'foreign.pdf')
    expect((await refusalOf(opens(birchMaker, ofPartner))).code).toBe(404)
    expect((await refusalOf(save(alderMaker, [foreign]))).error).toBe('NOT_FOUND')
    const other = await portal.ask(birchMaker, intentCalls.addIntent, { body: { ...wish, answers: { insured: '0' } } } as never)
    const body = { ...wish, id: other.id, version: 1, answers: { insured: '0', samples: [ofPartner] } }
    expect((await refusalOf(portal.ask(birchMaker, intentCalls.editIntent, { body } as never))).error).toBe('NOT_FOUND')
  })

  test('what an administrator asks beside a wish is answered completely, kept as it was shown, and asked at once when it changes', async () => {
    const { alderMaker, administrator, operations } = portal.seats
    const wish = { type: 'PO_FINANCE', buyerName: 'Cedar', currency: 'USD', yearlyAmount: '250000', tenorDays: 90 }
    const tell = (answers: object) => portal.ask(alderMaker, intentCalls.addIntent, { body: { ...wish, answers } } as never)
    const faultsOf = async (answers: object) => (await refusalOf(tell(answers))).data.fields
    expect(await faultsOf({ insured: '1' })).toMatchObject([{ field: 'answers.insurer', message: 'required' }])
    expect(await faultsOf({ insured: 'maybe', yearsOfTrade: 'many' })).toMatchObject([
      { field: 'answers.yearsOfTrade', message: 'number' },
      { field: 'answers.insured', message: 'requiredSelect' },
    ])
    const files = { samples: [{ objectKey: 'upload/not-mine', fileName: 'a.pdf' }] }
    expect((await refusalOf(tell(files))).error).toBe('NOT_FOUND')
    const { id } = await tell({ goods: 'Cloth', insured: '0', insurer: 'Nobody', unknown: 'x' })
    const seen = () => portal.ask(operations, intentCalls.intent, { body: { id } })
    expect((await seen()).answers).toEqual({ goods: 'Cloth', insured: '0' })
    const season = { type: 'select', name: 'season', label: 'Season', require: 1, options: [{ value: 'S', label: 'Summer' }] }
    await portal.ask(administrator, dynamicFormCalls.save, {
      body: { name: 'FINANCING_INTENT', kind: 'FORM', version: 0, fields: [season] } as never,
    })
    expect(await faultsOf({ goods: 'Cloth' })).toMatchObject([{ field: 'answers.season', message: 'required' }])
    expect(await faultsOf({ season: 'W' })).toMatchObject([{ field: 'answers.season', message: 'requiredSelect' }])
    await tell({ season: 'S' })
    expect((await seen()).answers).toEqual({ goods: 'Cloth', insured: '0' })
  })

  test('a new price of a product ends those that its supplier has not answered yet', async () => {
    const { alderChecker, operations, risk, settlement } = portal.seats
    const offer = async (margin: string, productId = portal.world.products.purchaseInArrears) => {
      const values = { supplierId: portal.world.companies.alder, productId, margin, validUntil: '2029-12-31' }
      const { no } = await portal.ask(operations, configChangeCalls.propose, { body: { kind: 'PRICING', values } })
      for (const seat of [risk, settlement]) await decideChange(portal, seat, no)
      return (await portal.ask(alderChecker, intentCalls.offers, { body: {} })).find((one) => one.margin.startsWith(margin))!
    }
    const other = await offer('2.31', portal.world.products.payables)
    const [mistake, meant] = [await offer('2.01'), await offer('2.21')]
    const accept = (id: string) => portal.ask(alderChecker, intentCalls.accept, { body: { id } })
    expect((await refusalOf(accept(mistake.id))).error).toBe('ILLEGAL_TRANSITION')
    for (const { id } of [meant, other]) expect(await accept(id)).toEqual({ status: 'ACCEPTED' })
  })

  test('a price is accepted once by the supplier it was offered to, and replaces the earlier one', async () => {
    const { alderChecker, birchMaker, alderMaker } = portal.seats
    const offer = (no: string, validUntil = '2030-01-01') =>
      portal.look((tx) =>
        addPricing(tx, {
          supplierId: portal.world.companies.alder,
          productId: portal.world.products.purchaseInAdvance,
          margin: '2.10',
          validUntil,
          no,
          status: 'OFFERED',
        }),
      )
    const [better, worse, late] = [await offer('PR-A'), await offer('PR-B'), await offer('PR-C', '2025-01-01')]
    const answer = (seat: typeof alderChecker, call: typeof intentCalls.accept, id: string) =>
      portal.ask(seat, call, { body: { id } })
    expect((await refusalOf(answer(birchMaker, intentCalls.accept, better))).error).toBe('NOT_FOUND')
    expect((await refusalOf(answer(alderMaker, intentCalls.accept, better))).code).toBe(403)
    expect((await refusalOf(answer(alderChecker, intentCalls.accept, late))).error).toBe('PRICING_EXPIRED')
    expect(await answer(alderChecker, intentCalls.accept, better)).toEqual({ status: 'ACCEPTED' })
    expect((await refusalOf(answer(alderChecker, intentCalls.reject, better))).error).toBe('ILLEGAL_TRANSITION')
    expect(await answer(alderChecker, intentCalls.reject, worse)).toEqual({ status: 'REJECTED' })
    const offers = await portal.ask(alderChecker, intentCalls.offers, { body: {} })
    expect(
      offers.filter((one) => one.status === 'ACCEPTED' && one.productName.endsWith('in advance')).map((one) => one.no),
    ).toEqual(['PR-A'])
    expect(offers.some((one) => one.mayDecide)).toBe(false)
  })

  test('of two prices of one product that are accepted at the same moment one stands', async () => {
    const { alderChecker } = portal.seats
    const { alder } = portal.world.companies
    const productId = portal.world.products.purchaseInAdvance
    const terms = { supplierId: alder, productId, margin: '2.10', validUntil: '2030-01-01', status: 'OFFERED' as const }
    for (let round = 0; round < 5; round++) {
      const ids = await portal.look(async (tx) => [
        await addPricing(tx, { ...terms, no: `PR-L${round}` }),
        await addPricing(tx, { ...terms, no: `PR-R${round}` }),
      ])
      await Promise.allSettled(ids.map((id) => portal.ask(alderChecker, intentCalls.accept, { body: { id } })))
      const standing = await portal.look((tx) =>
        tx
          .selectFrom('pricingOffer')
          .select('id')
          .where('supplierId', '=', alder)
          .where('productId', '=', productId)
          .where('status', '=', 'ACCEPTED')
          .execute(),
      )
      expect(standing).toHaveLength(1)
    }
  })
})
