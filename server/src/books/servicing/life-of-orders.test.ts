import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenLaws } from '../../testing/financing.ts'
import { aLife } from '../../testing/life.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

// The same story every time, unless another is asked for; suites/lives.test.ts tells those of whole companies.
const seed = Number(process.env.LIFE_SEED ?? 20_250_303)

test(`whatever happens to orders, every law of the books holds after each step (LIFE_SEED=${seed})`, {
  timeout: 180_000,
}, async () => {
  const life = await aLife(portal, seed)
  for (let step = 0; step < Number(process.env.LIFE_STEPS ?? 40); step++) {
    await life.step()
    expect(await brokenLaws(portal), `LIFE_SEED=${seed}, step ${step}: ${life.story.slice(-10).join(', ')}`).toEqual([])
  }
})
