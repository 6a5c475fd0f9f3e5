import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useObjectUrl } from './use-object-url.ts'

afterEach(() => vi.unstubAllGlobals())

test('of two files the one asked for last is shown, whichever comes first; the other is given back or never kept', async () => {
  const given: string[] = []
  vi.stubGlobal('URL', { createObjectURL: ({ type }: Blob) => type, revokeObjectURL: (url: string) => given.push(url) })
  const arrive = new Map<string, (blob: Blob) => void>()
  const load = (key: string) => () => new Promise<Blob>((resolve) => arrive.set(key, resolve))
  const come = (key: string) => act(async () => arrive.get(key)!(new Blob([], { type: key })))
  const { result, rerender, unmount } = renderHook(({ key }) => useObjectUrl(key, load(key)), { initialProps: { key: 'first' } })
  rerender({ key: 'second' })
  await come('second')
  await come('first')
  expect(result.current).toEqual({ url: 'second' })
  rerender({ key: 'third' })
  expect(result.current).toEqual({})
  unmount()
  expect(given).toEqual(['second'])
})

test('a file that cannot be fetched is told', async () => {
  const { result } = renderHook(() => useObjectUrl('gone', () => Promise.reject(new Error('gone'))))
  await act(async () => {})
  expect(result.current).toEqual({ failed: true })
})
