import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChatWidget } from './chat-widget.tsx'

const seen = vi.hoisted(() => ({ desktop: true, pathname: '/home', widget: true }))
vi.mock('../config.ts', async (original) => ({
  ...(await original<object>()),
  knownConfig: () => ({ chatWidget: seen.widget ? { script: 'https://chat.example/widget.js', key: 'K-1' } : null }),
}))
vi.mock('../ui/use-media.ts', () => ({ useMedia: () => seen.desktop }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useLocation: () => ({ pathname: seen.pathname }),
}))
const scripts = () =>
  [...document.querySelectorAll('script[src]')].map((tag) => [tag.getAttribute('src'), tag.getAttribute('data-key')])

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(seen, { desktop: true, pathname: '/home', widget: true })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  for (const tag of document.querySelectorAll('script[src]')) tag.remove()
})

test('the chat widget that is set comes once on a desktop, when the page is quiet, with its key', () => {
  const { unmount } = render(<ChatWidget />)
  expect(scripts()).toEqual([])
  vi.advanceTimersByTime(5000)
  expect(scripts()).toEqual([['https://chat.example/widget.js', 'K-1']])
  unmount()
  render(<ChatWidget />)
  vi.advanceTimersByTime(5000)
  expect(scripts()).toHaveLength(1)
})

test.each([
  ['on a phone', { desktop: false }],
  ['on pages with the messaging button', { pathname: '/notice/news' }],
  ['without the setting', { widget: false }],
])('%s no chat widget comes', (_, change) => {
  Object.assign(seen, change)
  render(<ChatWidget />)
  vi.advanceTimersByTime(5000)
  expect(scripts()).toEqual([])
})
