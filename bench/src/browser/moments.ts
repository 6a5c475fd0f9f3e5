import type { Page } from '@playwright/test'

type Kept = { lastLong: number; events: { name: string; ms: number }[] }
const patience = { timeout: 60_000 }

/** Milliseconds from the start of the visit until `ready` is on screen and the main thread has nothing long to do any more. */
export async function interactiveAfter(page: Page, address: string, ready: string): Promise<number> {
  await page.addInitScript((selector) => {
    const look = () => {
      if (document.querySelector(selector))
        requestAnimationFrame(() => setTimeout(() => Object.assign(window, { readyAt: performance.now() })))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, ready)
  await page.goto(address, { ...patience, waitUntil: 'commit' })
  // Half a second without a long task is the end of them.
  await page.waitForFunction(
    () => {
      const { kept, readyAt } = window as unknown as { kept: Kept; readyAt?: number }
      return readyAt !== undefined && performance.now() - Math.max(readyAt, kept.lastLong) > 700
    },
    undefined,
    patience,
  )
  return page.evaluate(() => {
    const { kept, readyAt } = window as unknown as { kept: Kept; readyAt: number }
    return Math.max(readyAt, kept.lastLong)
  })
}

/** The longest time, in milliseconds, from an event of these names until the next picture; below 16 the browser does not tell. */
async function slowestEvent(page: Page, names: string[], work: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    ;(window as unknown as { kept: Kept }).kept.events.length = 0
  })
  await work()
  await page.waitForTimeout(500)
  const events = await page.evaluate(() => (window as unknown as { kept: Kept }).kept.events)
  return Math.max(16, ...events.filter(({ name }) => names.includes(name)).map(({ ms }) => ms))
}

export const typing = (page: Page, selector: string) =>
  slowestEvent(page, ['keydown', 'keypress', 'keyup', 'input', 'beforeinput'], async () => {
    await page.locator(selector).first().focus()
    await page.keyboard.type('INV-2026', { delay: 150 })
  })

export const clicking = (page: Page, selector: string) =>
  slowestEvent(page, ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'], async () => {
    for (const n of [0, 1, 2]) {
      await page.locator(selector).nth(n).click()
      await page.waitForTimeout(250)
    }
  })

/** Milliseconds from a click until `shown` has been painted. The mouse comes from elsewhere and does not linger. */
export async function untilShown(page: Page, click: string, shown: string): Promise<number> {
  const box = (await page.locator(click).first().boundingBox())!
  await page.evaluate((selector) => {
    const state = window as unknown as { clickedAt?: number; shownAt?: number }
    state.shownAt = undefined
    addEventListener('pointerdown', (event) => (state.clickedAt = event.timeStamp), { capture: true, once: true })
    const look = () => {
      if (document.querySelector(selector)) requestAnimationFrame(() => setTimeout(() => (state.shownAt = performance.now())))
      else requestAnimationFrame(look)
    }
    look()
  }, shown)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForFunction(() => (window as unknown as { shownAt?: number }).shownAt !== undefined, undefined, patience)
  return page.evaluate(() => {
    const { clickedAt, shownAt } = window as unknown as { clickedAt: number; shownAt: number }
    return shownAt - clickedAt
  })
}

/** Milliseconds between two pictures that 95 of 100 stay below while the rows are scrolled by the wheel. */
export async function scrolling(page: Page, selector: string): Promise<number> {
  const box = (await page.locator(selector).first().boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height, 500) / 2)
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const next = (now: number) => {
      frames.push(now - last)
      last = now
      requestAnimationFrame(next)
    }
    Object.assign(window, { frames })
    requestAnimationFrame(next)
  })
  for (let n = 0; n < 40; n++) {
    await page.mouse.wheel(0, n < 25 ? 120 : -120)
    await page.waitForTimeout(16)
  }
  await page.waitForTimeout(200)
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames)
  return frames.sort((a, b) => a - b)[Math.floor(frames.length * 0.95)]!
}
