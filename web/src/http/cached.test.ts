import { expect, test, vi } from 'vitest'

const asked: string[] = []
let forget = () => {}
vi.mock('./client.ts', () => ({
  sendParts: async (_call: unknown, { params }: { params: { id: string } }) => {
    asked.push(params.id)
    if (params.id === 'faulty') throw new Error('down')
    return { id: params.id }
  },
  whenForgotten: (work: () => void) => {
    forget = work
  },
}))
const { cached } = await import('./cached.ts')
const call = { method: 'GET', path: '/thing/{id}' } as never
const get = (id: string, now: number) => cached(call, { params: { id } } as never, now)
const times = (id: string) => asked.filter((one) => one === id).length

test('an answer is kept for an hour, shared while it is on its way, and forgotten with the session', async () => {
  await Promise.all([get('a', 0), get('a', 0)])
  await get('a', 3_599_999)
  expect(times('a')).toBe(1)
  await get('a', 3_600_000)
  expect(times('a')).toBe(2)
  await get('b', 0)
  expect(times('b')).toBe(1)
  forget()
  await get('a', 3_600_001)
  expect(times('a')).toBe(3)
})

test('a failure is not kept, and the 1001st answer drops the oldest', async () => {
  await expect(get('faulty', 0)).rejects.toThrow('down')
  await expect(get('faulty', 0)).rejects.toThrow('down')
  expect(times('faulty')).toBe(2)
  forget()
  await get('oldest', 0)
  for (let n = 0; n < 1000; n++) await get(`n${n}`, 0)
  await get('n0', 0)
  expect(times('n0')).toBe(1)
  await get('oldest', 0)
  expect(times('oldest')).toBe(2)
})
