import { expect, test } from 'vitest'
import { Outside } from '../database/outside.ts'
import { pdfSheet } from './pdf-sheet.ts'

const sheet = (outside: Outside, no: string) =>
  pdfSheet(outside, no, 60, (doc) => {
    for (let line = 0; line < 40; line++) doc.text(`${no} 应收账款 receivables of line ${line}`)
  })

test('the same sheet has the same bytes, whatever was drawn before it', async () => {
  const outside = new Outside()
  const first = await sheet(outside, 'FO-1')
  await sheet(outside, 'FO-2')
  expect(await sheet(outside, 'FO-1')).toEqual(first)
})

test('sheets are drawn one after the other, and the process answers in between', async () => {
  const outside = new Outside()
  const order: string[] = []
  const all = ['FO-1', 'FO-2', 'FO-3'].map((no) => sheet(outside, no).then(() => order.push(no)))
  await all[0]
  setImmediate(() => order.push('a request'))
  await Promise.all(all)
  expect(order.filter((one) => one !== 'a request')).toEqual(['FO-1', 'FO-2', 'FO-3'])
  expect(order.indexOf('a request')).toBeLessThan(order.indexOf('FO-3'))
})

test('a sheet that fails stops none after it', async () => {
  const outside = new Outside()
  const fails = pdfSheet(outside, 'FO-1', 60, () => {
    throw new Error('no such image')
  })
  const next = sheet(outside, 'FO-2')
  await expect(fails).rejects.toThrow('no such image')
  expect((await next).length).toBeGreaterThan(1000)
})
