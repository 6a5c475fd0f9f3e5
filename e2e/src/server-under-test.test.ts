import { existsSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { closeBrowser, withPage } from './browser.ts'
import { startServerUnderTest } from './server-under-test.ts'

afterAll(closeBrowser)

it('starts the built product on a fresh database, shows its first page and leaves nothing behind', async () => {
  const server = await startServerUnderTest({ demo: 'off' })
  try {
    await withPage({ baseUrl: server.url }, async (page) => {
      const answer = await page.goto('/')
      expect(answer?.status()).toBe(200)
      await page.locator('button').first().waitFor()
    })
  } finally {
    await server.stop()
  }
  await expect(fetch(`${server.url}/live`)).rejects.toThrow()
  expect(existsSync(server.dataDir)).toBe(false)
})
