import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { choose, expect, type JourneyWorld, open, openJourneyWorld } from './journey-world.ts'

/** What a person chose stays chosen: however busy the machine is, and whatever arrives late or anew. */
let world: JourneyWorld
beforeAll(async () => {
  world = await openJourneyWorld()
})
afterAll(() => world?.close())

/** From now on the page draws a frame only when `draw` is called, as on a machine that has no time for it. */
async function holdFrames(page: Page): Promise<{ draw: () => Promise<void>; letGo: () => Promise<void> }> {
  await page.evaluate(() => {
    const drawing = window.requestAnimationFrame
    let held: FrameRequestCallback[] = []
    window.requestAnimationFrame = (work) => held.push(work)
    const drawHeld = () => {
      const due = held
      held = []
      for (const work of due) work(performance.now())
    }
    window.addEventListener('draw-frame', drawHeld)
    window.addEventListener('let-go-frames', () => {
      window.requestAnimationFrame = drawing
      drawHeld()
    })
  })
  // What a frame brings about may be done a moment later.
  const tell = (event: string) =>
    page.evaluate(async (name) => {
      window.dispatchEvent(new Event(name))
      await new Promise((done) => setTimeout(done, 50))
    }, event)
  return { draw: () => tell('draw-frame'), letGo: () => tell('let-go-frames') }
}

test.each([0, 1, 2, 3])(
  'what is pressed in a list that has just opened is chosen, %i frames before the release',
  async (count) => {
    await world.does('alder.maker', 'choose a currency', async (page) => {
      await open(page, '/trading/invoice/add')
      await choose(page, 'Currency', 'JPY')
      const frames = await holdFrames(page)
      await page.getByLabel('Currency').click()
      await page.locator('.ant-select-item-option').filter({ hasText: 'KWD' }).hover()
      await page.mouse.down()
      for (let frame = 0; frame < count; frame += 1) await frames.draw()
      await page.mouse.up()
      await frames.letGo()
      await expect(page.locator('.ant-select').filter({ has: page.getByLabel('Currency') })).toContainText('KWD')
    })
  },
)
