import { execFile } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addDays } from '@usance/domain/local-date'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonical } from '../../http/once.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'
import type { BookLine } from './period-journals.ts'

type Line = Pick<BookLine, 'account' | 'currency' | 'side' | 'amount' | 'orderNo' | 'counterparty'>
type Journal = { id: string; reference: string; valueDate: string; postedOn: string; lines: Line[] }
type Balance = { account: string; currency: string; opening: string; debit: string; credit: string; closing: string }
type Pack = {
  format: string
  header: { owner: string; book: string; from: string; to: string; basis: string; currency: string | null; madeAt: string }
  journals: Journal[]
  trialBalance: Balance[]
  hashes: { header: string; journals: string; trialBalance: string }
  publicKey: string
  signature: string
}

/** A pack as its file is written. */
const written = ({ format, header, journals, trialBalance, hashes, publicKey, signature }: Pack) =>
  `{"format":"${format}",\n"header":${canonical(header)},\n"journals":${canonical(journals)},\n"trialBalance":${canonical(trialBalance)},\n` +
  `"hashes":${canonical(hashes)},\n"publicKey":"${publicKey}",\n"signature":"${signature}"}\n`

const march = { from: '2025-03-01', to: '2025-03-31' }
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await aFundedOrder(portal, { product: 'purchaseInAdvance', currency: 'JPY', faces: ['9000000'] })
  await runEndOfDay(portal.app, { through: addDays(openingDay, 40) })
  await aRepayment(portal, orderId, '40000.00', { valueDate: '2025-03-20' })
})
afterAll(() => portal.close())

const packOf = async (seat: Seat, body: object = march) => String(await portal.ask(seat, ledgerCalls.closePack, { body }))
const publicKey = async () => (await portal.ask(portal.seats.elmMaker, ledgerCalls.trialBalance, { body: march })).publicKey

const script = fileURLToPath(new URL('../../../../web/public/verify-books.mjs', import.meta.url))
const check = (text: string, ...rest: string[]) => {
  const file = join(portal.app.config.dataDir, 'pack.json')
  writeFileSync(file, text)
  return new Promise<{ code: number; lines: string[] }>((done) => {
    execFile(process.execPath, [script, file, ...rest], (error, stdout, stderr) => {
      const lines = (stderr + stdout).trim().split('\n')
      done({ code: typeof error?.code === 'number' ? error.code : 0, lines })
    })
  })
}

describe('the close pack of a period', () => {
  test.each([
    ['as known', { ...march }],
    ['as reported', { ...march, basis: 'REPORTED' }],
    ['in one currency', { ...march, currency: 'JPY' }],
    ['of a period without journals', { from: '2025-02-01', to: '2025-02-28' }],
    ['of a month that opens with balances', { from: '2025-04-01', to: '2025-04-30' }],
  ])('%s is whole by the script that the portal serves, with the key that the page shows', async (_, body) => {
    const { elmMaker, alderMaker, auditor } = portal.seats
    for (const seat of [elmMaker, alderMaker, auditor]) {
      const { code, lines } = await check(await packOf(seat, body), await publicKey())
      expect(lines).toEqual([expect.stringMatching(/^Whole: \d+ journals and \d+ balances of /)])
      expect(code).toBe(0)
    }
  })

  test('holds the own journals alone, those booked in time where it is as reported, and the balances that the page shows', async () => {
    const known: Pack = JSON.parse(await packOf(portal.seats.elmMaker))
    const reported: Pack = JSON.parse(await packOf(portal.seats.elmMaker, { ...march, basis: 'REPORTED' }))
    expect(known.header).toMatchObject({ owner: 'Elm Trade Bank', book: 'F', ...march, basis: 'KNOWN', currency: null })
    const accounts = known.journals.flatMap(({ lines }) => lines.map(({ account }) => account[0]))
    expect(new Set(accounts)).toEqual(new Set(['F']))
    expect(known.journals.some(({ postedOn }) => postedOn > march.to)).toBe(true)
    expect(reported.journals.some(({ postedOn }) => postedOn > march.to)).toBe(false)
    const { statements } = await portal.ask(portal.seats.elmMaker, ledgerCalls.trialBalance, { body: march })
    expect(known.trialBalance.map(({ account, currency, closing }) => [account, currency, closing])).toEqual(
      statements.flatMap(({ currency, trialBalance }) =>
        trialBalance.map(({ account, closing }) => [account, currency, closing]),
      ),
    )
  })

  test('tells that its key is its own where none is given, and is refused with another key', async () => {
    const text = await packOf(portal.seats.elmMaker)
    const alone = await check(text)
    expect(alone.lines[0]).toContain(await publicKey())
    expect(alone).toMatchObject({ code: 0, lines: [expect.anything(), expect.stringMatching(/^Whole: /)] })
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    const { code, lines } = await check(text, other)
    expect(code).toBe(1)
    expect(lines).toEqual([
      'The pack names another public key than the one given.',
      'The hashes are not signed with this public key.',
      'Not whole: 2 mismatches.',
    ])
  })

  const firstLine = (pack: Pack) => pack.journals[0]!.lines[0]!
  const tampered: [string, (pack: Pack) => void, RegExp][] = [
    ['one amount was changed', (pack) => (firstLine(pack).amount = '1.00'), /^Journal \S+ is off by /],
    ['one journal was removed', (pack) => pack.journals.splice(1, 1), /by the journals, and the pack says /],
    ['one journal stands twice', (pack) => pack.journals.push(pack.journals[0]!), /stands twice/],
    ['one balance was changed', (pack) => (pack.trialBalance[0]!.closing = '1.00'), /^The closing balance of F\d+/],
    ['one balance was removed', (pack) => pack.trialBalance.splice(0, 1), /has journals and no line/],
    ['one opening balance was changed', (pack) => (pack.trialBalance[0]!.opening = '1.00'), /^The opening balances in /],
    ['an owner was changed', (pack) => (pack.header.owner = 'Fir Capital'), /^The hash of header is /],
    ['its basis was changed', (pack) => (pack.header.basis = 'REPORTED'), /was booked on .*, after the period/],
    ['an amount is no amount', (pack) => (firstLine(pack).amount = '1e3'), /is no amount/],
    ['a hash was changed', (pack) => (pack.hashes.journals = '0'.repeat(64)), /^The hash of journals is /],
    ['its signature was changed', (pack) => (pack.signature = '0'.repeat(128)), /not signed with this public key/],
    ['something was added', (pack) => Object.assign(pack, { note: 'paid' }), /has a part note, which nothing proves/],
    ['a part is missing', (pack) => Object.assign(pack, { journals: undefined }), /not of its form/],
  ]
  test.each(tampered)('is not whole when %s', async (_, tamper, named) => {
    const pack: Pack = JSON.parse(await packOf(portal.seats.elmMaker))
    tamper(pack)
    const { code, lines } = await check(JSON.stringify(pack), await publicKey())
    expect(code).toBe(1)
    expect(lines).toContainEqual(expect.stringMatching(named))
    expect(lines.at(-1)).toMatch(/^Not whole: \d+ mismatch(es)?\.$/)
  })

  test.each([
    ['journals', (text: string) => text.replace('"journals":', '"journals":[],\n"journals":')],
    ['amount', (text: string) => text.replace('"amount":', '"amount":"1.00","amount":')],
  ])('is not whole when %s stands twice, and the forged one first', async (_, double) => {
    const text = await packOf(portal.seats.elmMaker)
    const doubled = double(text)
    expect(JSON.parse(doubled)).toEqual(JSON.parse(text))
    expect(await check(doubled, await publicKey())).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^The file says more than is checked/), 'Not whole: 1 mismatch.'],
    })
  })

  test('is not whole when it was cut off, and nothing else is taken for a pack', async () => {
    const text = await packOf(portal.seats.elmMaker)
    for (const other of [text.slice(0, -200), '{}', 'null', '[]'])
      expect(await check(other)).toEqual({ code: 1, lines: [expect.stringMatching(/^Not whole: /)] })
  })

  test('that somebody else makes sound and signs is refused with the key of the portal', async () => {
    const pack: Pack = JSON.parse(await packOf(portal.seats.elmMaker))
    pack.header.owner = 'Fir Capital'
    const hash = (part: unknown) => createHash('sha256').update(canonical(part)).digest('hex')
    const { header, journals, trialBalance } = pack
    pack.hashes = { header: hash(header), journals: hash(journals), trialBalance: hash(trialBalance) }
    const forger = generateKeyPairSync('ed25519')
    const text = [pack.format, pack.hashes.header, pack.hashes.journals, pack.hashes.trialBalance].join('\n')
    pack.signature = sign(null, Buffer.from(text), forger.privateKey).toString('hex')
    pack.publicKey = forger.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    expect((await check(written(pack))).code).toBe(0)
    expect((await check(written(pack), await publicKey())).code).toBe(1)
  })
})
