import { configChangeCalls } from '@usance/wire/config-change/calls'
import { fileCalls } from '@usance/wire/file/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheet } from '../../files/spreadsheet.ts'
import { writeWorkbook } from '../../files/write-workbook.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const template = async (kind: 'RATE' | 'FX', seat: Seat = portal.seats.operations) =>
  readSheet((await portal.ask(seat, configChangeCalls.rateTemplate, { body: { kind } })) as Buffer)
const imported = async (kind: 'RATE' | 'FX', fileName: string, content: Buffer, seat: Seat = portal.seats.operations) => {
  const { data } = await uploadAs(portal, seat, fileName, content)
  return portal.ask(seat, configChangeCalls.importRates, { query: { fileKey: data.objectKey, kind } })
}
const workbook = async (kind: 'RATE' | 'FX', rows: string[][]) =>
  writeWorkbook(
    'Rates',
    (await template(kind))[0]!.map((title) => ({ title })),
    rows,
  )
const putForwardAs = async (no: string | null) =>
  (await portal.ask(portal.seats.operations, configChangeCalls.change, { body: { no: no! } })).after as any
const reasonsOf = async (errorObjectKey: string | null) => {
  const sheet = await readSheet(
    (await portal.ask(portal.seats.operations, fileCalls.content, { query: { objectKey: errorObjectKey! } })) as Buffer,
  )
  return sheet.slice(1).map((row) => row.at(-1))
}

test('exchange rates of a workbook are put forward as one change, with every decimal; faulty lines come back with their reason', async () => {
  const day = '2025-02-28'
  const answer = await imported(
    'FX',
    'rates.xlsx',
    await workbook('FX', [
      ['CNY', 'USD', day, '0.1392757660', '7.18'],
      ['jpy', 'USD', '2025/2/28', '0,0067', ''],
      ['EUR', 'USD', day, '1,084', ''],
      ['EUR', 'USD', day, '1.0842', ''],
      ['USD', 'EUR', day, '0.9223', ''],
      ['GBP', 'GBP', day, '1', ''],
      ['GBP', 'USD', day, '-1.27', ''],
      ['GBP', 'USD', day, '1.27', '3'],
      ['GBP', 'USD', '28 February', '1.27', ''],
      ['HKD', 'USD', day, '1e-1', ''],
    ]),
  )
  expect(answer).toMatchObject({ successfulNumber: 3, errorNumber: 7 })
  expect((await putForwardAs(answer.no)).values.rates).toEqual([
    { fromCurrency: 'CNY', toCurrency: 'USD', rateDate: day, rate: '0.1392757660', inverse: '7.1800' },
    { fromCurrency: 'JPY', toCurrency: 'USD', rateDate: day, rate: '0.0067' },
    { fromCurrency: 'EUR', toCurrency: 'USD', rateDate: day, rate: '1.0842' },
  ])
  expect(await reasonsOf(answer.errorObjectKey)).toEqual([
    'Rate can be read in two ways: write 1234.56, without separators between thousands.',
    'An earlier line already has the rate of this day.',
    'Both currencies are the same.',
    'Rate is not a number such as 12.5.',
    'The inverse rate does not fit the rate.',
    'Date is not a date such as 2026-01-31.',
    'Rate is not a number such as 12.5.',
  ])
})

test('fixings of a csv keep their decimals and the sign; of a sheet without a sound line nothing is put forward', async () => {
  const heading = (await template('RATE'))[0]!.join(';')
  const good = await imported('RATE', 'sofr.csv', Buffer.from(`${heading}\nSOFR;2025-02-27;4,31745\nSOFR;2025-02-28;-0.125%\n`))
  expect(await putForwardAs(good.no)).toMatchObject({
    kind: 'RATE',
    values: {
      source: 'sofr.csv',
      fixings: [
        { type: 'SOFR', effectiveDate: '2025-02-27', percentRate: '4.31745' },
        { type: 'SOFR', effectiveDate: '2025-02-28', percentRate: '-0.125' },
      ],
    },
  })
  const bad = await imported(
    'RATE',
    'bad.csv',
    Buffer.from(`${heading}\nNOSUCH;2025-02-28;4.3\nSOFR;2025-02-28;4.3x\nSOFR;2205-02-28;4.3\n`),
  )
  expect(bad).toMatchObject({ successfulNumber: 0, errorNumber: 3, no: null })
  expect(await reasonsOf(bad.errorObjectKey)).toEqual([
    'Base rate is no base rate that the portal knows.',
    'Percent a year is not a number such as 12.5.',
    'Date lies more than 31 days after the business date.',
  ])
})

test('a rate with a decimal comma that is not quoted is faulty, and not the whole number before it', async () => {
  const text = 'Currency,In currency,Date,Rate\nEUR,USD,2025-02-26,1,0842\nGBP,USD,2025-02-26,1.27\n'
  const answer = await imported('FX', 'commas.csv', Buffer.from(text))
  expect(answer).toMatchObject({ successfulNumber: 1, errorNumber: 1 })
  expect(await reasonsOf(answer.errorObjectKey)).toEqual([expect.stringMatching(/^Row 2 of the file has more cells/)])
})

test('a sheet with other columns is refused with their names, and only editors of rates may import', async () => {
  const refusal = await refusalOf(imported('FX', 'other.csv', Buffer.from('a;b\n1;2\n')))
  expect([refusal.error, refusal.data.columns]).toEqual(['FILE_UNREADABLE', 'Currency, In currency, Date, Rate'])
  expect((await refusalOf(template('FX', portal.seats.alderMaker))).error).toBe('FORBIDDEN')
  expect((await refusalOf(imported('FX', 'x.csv', Buffer.from('a;b\n'), portal.seats.alderMaker))).error).toBe('FORBIDDEN')
})

test('fixings are not taken from a workbook that does not tell which cells show a percentage', async () => {
  const content = Buffer.from('Base rate\tDate\tPercent a year\nSOFR\t2025-02-28\t0.0435\n')
  expect((await refusalOf(imported('RATE', 'fixings.xls', content))).error).toBe('XLS_PERCENT')
})
