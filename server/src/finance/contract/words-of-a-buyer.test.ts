import { configChangeCalls } from '@usance/wire/config-change/calls'
import { contractCalls } from '@usance/wire/contract/calls'
import { contractList } from '@usance/wire/contract/list'
import { type TemplateWord, templateWords } from '@usance/wire/contract/template-words'
import { listCalls } from '@usance/wire/list'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { actAs, aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { issueContracts, voidContracts } from './issue-contracts.ts'

// Supplier and funder agreed on these; a buyer reads none of them (decision 095).
const secret = ['financeAmount', 'rate', 'maturity', 'recourseClause', 'price', 'charges', 'pool'] satisfies TemplateWord[]
const allWords = Object.keys(templateWords)
const isSecret = (word: string) => secret.some((one) => one === word)
/** A text with each word on a line of its own. */
const everyWord = allWords.map((word) => `${word}: {{${word}}} .`).join('\n\n')

let portal: Portal
/** The templates in force whose contracts a buyer reads, one that a buyer signs alone among them. */
let ofBuyers: { id: string; code: string }[]
beforeAll(async () => {
  portal = await openPortal()
  ofBuyers = await portal.look(async (tx) => {
    const shipped = await tx.selectFrom('contractTemplate').selectAll().execute()
    const [notice] = shipped.filter((row) => row.signatories.includes('BUYER'))
    const alone = { ...notice!, id: newId(), code: 'ACK', name: 'Acknowledgement', version: 1, signatories: ['BUYER'] }
    await tx
      .insertInto('contractTemplate')
      .values({ ...alone, productTypes: [...notice!.productTypes, 'PO_FINANCE'] })
      .execute()
    return [...shipped.filter((row) => row.signatories.includes('BUYER')), alone]
  })
})
afterAll(() => portal.close())

async function propose(id: string, change: { bodyEn?: string; bodyCn?: string }) {
  const { operations } = portal.seats
  const { name, nameCn, bodyEn, bodyCn } = await portal.ask(operations, reportCalls.templet, { body: { id } })
  const values = { templetId: id, name, nameCn, bodyEn, bodyCn, ...change }
  return portal.ask(operations, configChangeCalls.propose, { body: { kind: 'TEMPLATE', targetId: id, values } })
}

test('a template of a contract that a buyer signs is refused with each word that is between supplier and funder', async () => {
  expect(ofBuyers.map(({ code }) => code)).toEqual(['NOA', 'ACK'])
  for (const { id } of ofBuyers) {
    const { known, bodyEn } = await portal.ask(portal.seats.operations, reportCalls.templet, { body: { id } })
    expect(known).toEqual(allWords.filter((word) => !isSecret(word)))
    for (const word of secret)
      for (const field of ['bodyEn', 'bodyCn'])
        expect(await refusalOf(propose(id, { [field]: `${bodyEn}\n\n{{ ${word} }}` }))).toMatchObject({
          error: 'TEMPLATE_WORD_NOT_FOR_BUYER',
          data: { fields: [{ field, params: { word } }] },
        })
    const rest = known.map((word) => `{{${word}}}`).join(' ')
    await propose(id, { bodyEn: rest, bodyCn: rest })
  }
  const agreement = await portal.look((tx) =>
    tx.selectFrom('contractTemplate').select('id').where('code', '=', 'RPA').orderBy('version', 'desc').executeTakeFirstOrThrow(),
  )
  await propose(agreement.id, { bodyEn: everyWord, bodyCn: everyWord })
})

test('a template in force that has such words states none of them to a buyer, in a contract and in its preview', async () => {
  await portal.look((tx) => tx.updateTable('contractTemplate').set({ bodyEn: everyWord, bodyCn: everyWord }).execute())
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const { elmChecker, cedarChecker, alderChecker, alderMaker } = portal.seats
  await actAs(portal, elmChecker, (context) => voidContracts(context, orderId))
  await actAs(portal, elmChecker, (context) => issueContracts(context, orderId))
  const textOf = (html: string, word: string) => new RegExp(`${word}: ([^]*?) \\.</p>`).exec(html)?.[1]

  const read = (
    await portal.ask(cedarChecker, listCalls(contractList).pageList, { body: { filterFields: { status: 'PENDING_SIGN' } } })
  ).list!
  expect(read).toHaveLength(ofBuyers.length)
  for (const row of read) {
    const { html } = await portal.ask(cedarChecker, contractCalls.detail, { body: { id: String(row.id) } })
    for (const text of [html.en, html.cn])
      for (const word of allWords)
        if (isSecret(word)) expect(textOf(text, word), word).toBe('-')
        else expect(textOf(text, word), word).not.toBe('-')
  }
  const own = (
    await portal.ask(alderChecker, listCalls(contractList).pageList, { body: { filterFields: { status: 'PENDING_SIGN' } } })
  ).list!
  const agreement = own.find((row) => row.name === 'Receivables purchase agreement')!
  const { html } = await portal.ask(alderChecker, contractCalls.detail, { body: { id: String(agreement.id) } })
  // No pool stands behind a purchase.
  for (const word of secret) if (word !== 'pool') expect(textOf(html.en, word), word).not.toBe('-')

  for (const { id } of ofBuyers) {
    const body = { financingProductId: portal.world.products.purchaseInArrears, templateId: id, items: [] }
    const preview = await portal.ask(alderMaker, contractCalls.preview, { body })
    for (const word of secret) expect(textOf(preview.html, word), word).toBe('-')
  }
})
