import { renderHook } from '@testing-library/react'
import { noticeStreamPath } from '@usance/wire/notification/calls'
import { afterEach, expect, test, vi } from 'vitest'
import type { Session } from '../session/permissions.ts'
import { followMessages, onMessage, useUnread } from './notices.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('after too many missed messages the count and the list are read anew, and the stream is taken up behind them', async () => {
  vi.useFakeTimers()
  document.head.innerHTML = '<script type="application/json" id="config">{"prefix":"usance","appId":"usance-portal"}</script>'
  const [known, latest] = ['01a20000-0000-7000-8000-000000000001', '01a20000-0000-7000-8000-000000000009']
  const parts = [
    `event: unread\ndata: {"unread":3}\n\nid: ${known}\nevent: message\ndata: {"id":"${known}"}\n\n`,
    `id: ${latest}\nevent: unread\ndata: {"unread":700}\n\n`,
  ]
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    expect(address).toBe(`/api${noticeStreamPath.replace('{p}', 'usance')}`)
    asked.push(new Headers(request.headers).get('last-event-id'))
    return new Response(parts.shift() ?? ': open\n\n', { headers: { 'content-type': 'text/event-stream' } })
  })
  const unread = renderHook(() => useUnread()).result
  const reloaded = vi.fn()
  const stopReloading = onMessage(reloaded)
  const stop = followMessages({ user: { id: 'U', companyId: 'C', companyRole: 'BUYER' } } as Session)
  await vi.waitFor(() => expect(unread.current).toBe(4))
  expect(reloaded).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1000)
  await vi.waitFor(() => expect(unread.current).toBe(700))
  expect(reloaded).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1000)
  await vi.waitFor(() => expect(asked).toEqual([null, known, latest]))
  stop()
  stopReloading()
})
