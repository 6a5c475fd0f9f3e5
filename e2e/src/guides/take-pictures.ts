import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { demoPassword } from '@usance/server/demo/cast'
import { closeBrowser, openBrowser } from '../browser.ts'
import { type Language, settled, signIn } from '../journey-world.ts'
import { startServerUnderTest } from '../server-under-test.ts'
import { scenes } from './scenes.ts'

/** Takes the pictures of the guides from the running product: `npm run guides`. GUIDES_URL names one that runs already. */
const folder = fileURLToPath(new URL('../../../docs/guides/pictures/', import.meta.url))
const languages: readonly Language[] = ['en-US', 'zh-CN']

const own = process.env.GUIDES_URL ? undefined : await startServerUnderTest({ demo: 'small' })
const url = process.env.GUIDES_URL ?? own!.url
try {
  if (own) await demoIsComplete(own.log)
  mkdirSync(folder, { recursive: true })
  for (const language of languages)
    for (const userName of new Set(scenes.map((scene) => scene.userName))) await visit(userName, language)
} finally {
  await closeBrowser()
  await own?.stop()
}

async function demoIsComplete(log: () => string) {
  for (let waited = 0; waited < 600; waited++) {
    if (log().includes('Demo: complete')) return
    await sleep(1000)
  }
  throw new Error('The demo was not complete after ten minutes.')
}

/** All pictures of one person's pages in one language. */
async function visit(userName: string, language: Language) {
  const context = await (await openBrowser()).newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    locale: language,
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  await context.addInitScript((chosen) => localStorage.setItem('_lang', chosen), language)
  const page = await context.newPage()
  await signIn(page, userName, demoPassword)
  for (const scene of scenes.filter((one) => one.userName === userName)) {
    await page.setViewportSize({ width: 1280, height: scene.height ?? 800 })
    await page.goto(scene.path)
    await settled(page)
    await scene.before?.(page, language)
    await settled(page)
    // Charts and notices come to rest.
    await page.waitForTimeout(600)
    const path = join(folder, `${scene.name}${language === 'zh-CN' ? '.zh' : ''}.webp`)
    const picture = await asWebp(page, await page.screenshot())
    writeFileSync(path, picture)
    console.log(`${path} (${Math.round(picture.length / 1024)} KB)`)
  }
  await context.close()
}

/** The same picture in a third of the bytes; the browser itself encodes it, on an empty page beside. */
async function asWebp(beside: Page, png: Buffer): Promise<Buffer> {
  const page = await beside.context().newPage()
  const encoded = await page.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')!.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.85)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  await page.close()
  return Buffer.from(encoded.split(',')[1]!, 'base64')
}
