import { afterAll, beforeEach, expect, test } from 'vitest'
import { areaTexts } from '../../i18n/areas.ts'
import { addTexts, startTexts, switchLanguage } from '../../i18n/i18n.ts'
import { languages } from '../../i18n/language.ts'
import { setDisplay } from '../../ui/format.ts'
import { wordsOfMessage } from './words.ts'

beforeEach(async () => {
  await startTexts()
  for (const language of languages) addTexts((await areaTexts.messages[language]()).default, language)
  setDisplay({ timeFormat: 'DD/MM/YYYY' })
})
afterAll(() => switchLanguage('en-US'))

const message = (event: string, params: Record<string, string>) => ({
  id: '1',
  event,
  link: null,
  createdAt: '2026-03-01T00:00:00Z',
  read: false,
  params: { no: 'FB-1', orderNo: 'FO-1', amount: '1200.00', openAmount: '200.00', currency: 'USD', ...params },
})

test.each(languages)('messages of fee bills say in the reader’s way when they are due, in %s', async (language) => {
  await switchLanguage(language)
  for (const event of ['FEE_BILLED', 'FEE_BILL_CHANGED']) {
    const { text } = wordsOfMessage(message(event, { dueOn: '2026-03-01' }))
    expect(text).toContain('01/03/2026')
    expect(text).not.toContain('2026-03-01')
  }
})

test.each([
  ['en-US', 'within the tolerance it is due with the invoices'],
  ['zh-CN', '在容差以内的，与订单的发票一并到期'],
] as const)('reserve that is owed back is called overdue only beyond the tolerance, in %s', async (language, within) => {
  await switchLanguage(language)
  expect(wordsOfMessage(message('FINANCE_ORDER_RESERVE_SHORT', {})).text).toContain(within)
})

test.each([
  ['en-US', '1,000.00 USD is out and 200.00 USD on its way'],
  ['zh-CN', '已提 1,000.00 USD，在途 200.00 USD'],
] as const)(
  'a pool that is short says what is out on it and what is on its way, where its notice tells it, in %s',
  async (language, uses) => {
    await switchLanguage(language)
    const ofPool = (params: Record<string, string>) => wordsOfMessage(message('POOL_SHORT', { pool: 'POOL-1', ...params })).text
    expect(ofPool({ drawn: '1000.00', coming: '200.00' })).toContain(uses)
    // A notice from before tells neither.
    expect(ofPool({})).not.toMatch(/[{}]/)
  },
)

test.each([
  ['en-US', '1,200.00 USD is claimed; 1,242.82 USD, paid on the day of this message, settles'],
  ['zh-CN', '追索 1,200.00 USD；当日支付 1,242.82 USD'],
] as const)('a claim says what settles it, where its notice tells it, in %s', async (language, words) => {
  await switchLanguage(language)
  const ofClaim = (params: Record<string, string>) => wordsOfMessage(message('RECOURSE_CLAIM_OPENED', params)).text
  expect(ofClaim({ settles: '1242.82' })).toContain(words)
  // A notice from before tells the claim alone.
  expect(ofClaim({})).not.toMatch(/[{};；]/)
})
