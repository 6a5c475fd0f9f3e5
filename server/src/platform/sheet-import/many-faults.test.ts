import { fileCalls } from '@usance/wire/file/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheet } from '../../files/spreadsheet.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const heading = 'Invoice no,Buyer code,Issue date,Due date,Currency,Amount'
const fileOf = async (name: string, rows: readonly string[]) => {
  const content = Buffer.from([heading, ...rows].join('\n'))
  const { data } = await uploadAs(portal, portal.seats.alderMaker, name, content)
  return `${data.objectKey}`
}
const importFile = (fileKey: string) => portal.ask(portal.seats.alderMaker, invoiceCalls.importExcel, { query: { fileKey } })
const faultsIn = async (objectKey: string | null) => {
  const report = await portal.ask(portal.seats.alderMaker, fileCalls.content, { query: { objectKey: objectKey ?? '' } })
  if (!Buffer.isBuffer(report)) throw new Error('The workbook did not come.')
  return (await readSheet(report)).slice(1)
}

test('of a sheet with many faulty rows the first thousand come back, and how many there are is told', async () => {
  const fileKey = await fileOf(
    'many.csv',
    Array.from({ length: 1_203 }, (_, n) => `MANY-${n},CEDAR,2025-01-10,soon,USD,1.00`),
  )
  const answer = await importFile(fileKey)
  expect(answer).toMatchObject({ successfulNumber: 0, errorNumber: 1_203, listedNumber: 1_000 })
  const faults = await faultsIn(answer.errorObjectKey)
  expect(faults).toHaveLength(1_000)
  expect([faults.at(0)?.[0], faults.at(-1)?.[0]]).toEqual(['MANY-0', 'MANY-999'])
  expect(await importFile(fileKey)).toEqual(answer)
})

test('huge cells of faulty rows come back up to a million letters, and none of them is cut', async () => {
  const huge = 'x'.repeat(20_000)
  const fileKey = await fileOf(
    'huge.csv',
    Array.from({ length: 60 }, (_, n) => `${huge},CEDAR,2025-01-10,2025-05-02,USD,${n}.00`),
  )
  const answer = await importFile(fileKey)
  expect(answer).toMatchObject({ errorNumber: 60, listedNumber: 60 })
  const faults = await faultsIn(answer.errorObjectKey)
  expect(faults.map(([no = '']) => no.length)).toEqual([...Array(50).fill(20_000), ...Array(10).fill(0)])
  expect(faults.map((row) => row.includes('CEDAR'))).toEqual(Array(60).fill(true))
})
