import { statSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { closeBrowser, screenshot, withPage } from './browser.ts'

afterAll(closeBrowser)

const html = (body: string) =>
  `data:text/html;charset=utf-8,${encodeURIComponent(`<!doctype html><meta charset="utf-8">${body}`)}`
const specimen = html(`
  <style>body { font: 24px sans-serif; margin: 40px } @media (prefers-color-scheme: dark) { body { background: #111; color: #eee } }</style>
  <h1>Usance 应收账款融资</h1><p>Finance order 融资申请单 · 还款 · 核准 · 供应商 · 逾期</p><b>1,234,567.89 CNY 人民币</b>`)

it('shows Chinese and English text, each with real glyphs', async () => {
  await withPage({ locale: 'zh-CN' }, async (page) => {
    await page.goto(specimen)
    expect(await page.locator('h1').textContent()).toBe('Usance 应收账款融资')
    // Characters that no font has are all drawn as the same empty box; real ones differ from each other.
    const pictures = await page.evaluate(() =>
      ['融', '资', '款', '\u{10fffd}'].map((character) => {
        const canvas = document.createElement('canvas')
        const context = canvas.getContext('2d')!
        context.font = '32px sans-serif'
        context.fillText(character, 10, 40)
        return canvas.toDataURL()
      }),
    )
    expect(new Set(pictures).size).toBe(4)
    expect(statSync(await screenshot(page, 'browser-zh-light')).size).toBeGreaterThan(5000)
  })
})

it('gives a page the width, language and colours that are asked for', async () => {
  await withPage({ width: 375, height: 700, locale: 'en-US', dark: true }, async (page) => {
    await page.goto(specimen)
    const seen = await page.evaluate(() => ({
      width: window.innerWidth,
      language: navigator.language,
      dark: matchMedia('(prefers-color-scheme: dark)').matches,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }))
    expect(seen).toEqual({ width: 375, language: 'en-US', dark: true, zone: 'Asia/Shanghai' })
    await screenshot(page, 'browser-en-dark-narrow')
  })
})

it('fails when the page throws, and says what', async () => {
  const open = withPage({}, (page) =>
    page
      .goto(html('<script>setTimeout(() => { throw new Error("the chart is gone") })</script>'))
      .then(() => page.waitForTimeout(100)),
  )
  await expect(open).rejects.toThrow('the chart is gone')
})
