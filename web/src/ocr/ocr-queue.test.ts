import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Cancelled, Refused } from '../http/refused.ts'
import { ocrCapable, ocrTypes } from './ocr-file.ts'
import { ocrQueue } from './ocr-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const failure = (code: number, inner?: number) => new Refused(code, 'failed', (inner ? { code: inner } : {}) as never)
const settled = () => vi.advanceTimersByTimeAsync(0)

describe('the queue of documents being read', () => {
  test('five files are never more than three at once; the fourth starts when one ends', async () => {
    const open: (() => void)[] = []
    const queue = ocrQueue({ read: () => new Promise<string>((done) => open.push(() => done('read'))) })
    for (const key of ['a', 'b', 'c', 'd', 'e']) queue.add(key, 'INVOICE')
    await settled()
    expect(open).toHaveLength(3)
    open[0]!()
    await settled()
    expect(open).toHaveLength(4)
  })

  test.each([
    ['in its data', failure(20024, 400)],
    ['as its own code', failure(400)],
  ])('a failure with code 400 %s is tried once more after ten seconds, and then fails', async (_, error) => {
    const read = vi.fn(() => Promise.reject(error))
    const failed = expect(ocrQueue({ read }).add('a', 'INVOICE').result).rejects.toBe(error)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(read).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(read).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(read).toHaveBeenCalledTimes(2)
    await failed
  })

  test('the second try may succeed', async () => {
    const read = vi.fn().mockRejectedValueOnce(failure(20024, 400)).mockResolvedValueOnce('read')
    const { result } = ocrQueue<string>({ read }).add('a', 'INVOICE')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await result).toBe('read')
  })

  test('any other failure goes straight to the caller', async () => {
    const read = vi.fn(() => Promise.reject(failure(500)))
    await expect(ocrQueue({ read }).add('a', 'INVOICE').result).rejects.toMatchObject({ code: 500 })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(read).toHaveBeenCalledTimes(1)
  })

  test('a file that waits for its second try keeps its place among the three', async () => {
    const read = vi.fn((key: string) => (key === 'd' ? Promise.resolve('read') : Promise.reject(failure(20024, 400))))
    const queue = ocrQueue<string>({ read })
    const first = ['a', 'b', 'c'].map((key) => queue.add(key, 'INVOICE').result.catch(() => 'failed'))
    queue.add('d', 'INVOICE')
    await vi.advanceTimersByTimeAsync(9_000)
    expect(read.mock.calls.map(([key]) => key)).not.toContain('d')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(read.mock.calls.map(([key]) => key)).toContain('d')
    expect(await Promise.all(first)).toEqual(['failed', 'failed', 'failed'])
  })

  test('a removed file is not tried again', async () => {
    const read = vi.fn(() => Promise.reject(failure(20024, 400)))
    const task = ocrQueue({ read }).add('a', 'INVOICE')
    await vi.advanceTimersByTimeAsync(5_000)
    const cancelled = expect(task.result).rejects.toBeInstanceOf(Cancelled)
    task.cancel()
    await vi.advanceTimersByTimeAsync(20_000)
    await cancelled
    expect(read).toHaveBeenCalledTimes(1)
  })
})

test('pictures, PDFs and mails are read; other accepted files are only stored', () => {
  expect(['x.jpg', 'x.JPEG', 'x.bmp', 'x.png', 'x.PDF', 'x.msg'].every(ocrCapable)).toBe(true)
  expect(['x.gif', 'x.doc', 'x.docx', 'x.xls', 'x.xlsx', 'x.zip'].some(ocrCapable)).toBe(false)
  expect(ocrTypes).toContain('msg')
})
