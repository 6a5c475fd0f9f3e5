import { createHmac } from 'node:crypto'
import { newId } from '@usance/server/database/id'
import { addUser } from '@usance/server/party/company/register'
import { testPassword } from '@usance/server/testing/world'
import { outlookCalls } from '@usance/wire/outlook/calls'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { screenshot } from './browser.ts'
import { englishAtTheDesk, inEach } from './journey-settings.ts'
import { agree, expect, expectNotice, type JourneyWorld, nobody, open, openJourneyWorld, settled } from './journey-world.ts'

/** Sessions, links and seats meet in one browser; none replaces another without a question. */
let world: JourneyWorld
beforeAll(async () => {
  world = await openJourneyWorld()
})
afterAll(() => world.close())

const exhibition = async () => {
  const { portal } = world
  const { path } = await portal.ask(portal.seats.administrator, outlookCalls.exhibitionLink, { body: {} })
  return path
}

describe('an exhibition link', () => {
  test('shows its page to somebody who is signed in, who stays signed in', async () => {
    const path = await exhibition()
    await world.does('staff.admin', 'look at the exhibition', async (page) => {
      await open(page, path)
      await expect(page.getByText('Market news and tariffs')).toBeVisible()
      await open(page, '/home')
      await expect(page).toHaveURL(/\/home/)
    })
  })

  test('that has expired says so, to a visitor and to a signed-in user, without a request to sign in', async () => {
    const over = '/buyer-outlook-exhibition?exhibitionToken=a-link-that-nobody-made-0000000000'
    for (const name of ['staff.admin', nobody]) {
      const { page } = await world.visit(name)
      await open(page, over)
      await expect(page.getByText('This link is over')).toBeVisible()
      expect(page.url()).toContain('/buyer-outlook-exhibition')
    }
  })
})

describe('the sign-in page', () => {
  test('lets a signed-in user go on, and never leads out of the portal', async () => {
    const { page } = await world.visit('alder.maker')
    await page.goto('/login?backUrl=%2F.%2F%2Fexample.com%2Fx')
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    await settled(page)
    expect(new URL(page.url()).origin).toBe(new URL(world.url).origin)
  })

  test('names the reason after the end of a session', async () => {
    const { page } = await world.visit('alder.maker')
    await world.portal.look((tx) =>
      tx
        .updateTable('session')
        .set({ endedAt: new Date().toISOString() })
        .where('userId', '=', world.portal.seats.alderMaker.userId)
        .execute(),
    )
    await page.goto('/trading/invoice')
    await page.waitForURL(/\/login/)
    await expect(page.getByText('Your session has ended.')).toBeVisible()
  })
})

test('a seat that is taken away while its session lives ends in the next seat, with a sentence', async () => {
  const { page } = await world.visit('alder.viewer')
  const { portal } = world
  const { userId, companyId } = portal.seats.alderViewer
  await portal.look(async (tx) => {
    const seat = { id: newId(), userId, companyId, role: 'BUYER' as const, userRoles: ['Viewer'] }
    await tx.insertInto('userCompanyRole').values(seat).execute()
    await tx
      .updateTable('userCompanyRole')
      .set({ status: 'DISABLE' })
      .where('userId', '=', userId)
      .where('role', '=', 'SUPPLIER')
      .execute()
  })
  await page.getByRole('link', { name: 'Invoices' }).first().click()
  await expect(page.getByText('A role was taken from you. You now work as Buyer for Alder Textiles Ltd.')).toBeVisible()
})

inEach(
  englishAtTheDesk,
  'a director takes somebody who works for another company too out of the own one',
  async ({ text, mark, ...setting }) => {
    const { portal } = world
    const { alder, birch } = portal.world.companies
    const name = `Chen ${mark}`
    const id = await portal.look(async (tx) => {
      const seats = [alder, birch].map((companyId) => ({ companyId, role: 'SUPPLIER' as const, userRoles: ['Maker'] }))
      const person = { userName: `chen.${mark}`, cname: name, email: `chen.${mark}@usance.test`, seats, password: testPassword }
      return addUser(tx, person)
    })
    const { page } = await world.visit('alder.director', setting)
    await open(page, `/org/account/${id}/detail`)
    const told = { name, company: 'Alder Textiles Ltd' }
    await expect(page.getByRole('button', { name: text('org.action.disabled'), exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: text('org.action.remove', told) }).click()
    await expect(page.getByText(text('org.askText.remove', told))).toBeVisible()
    await screenshot(page, `take-out-${mark}`)
    await agree(page, text('org.ask.remove', told))
    await expectNotice(page, text('org.did.remove', told))
    await expect(page).toHaveURL(/\/org\/account$/)
    await settled(page)
    await expect(page.getByText(`chen.${mark}`)).toHaveCount(0)
    const left = await world.visit(`chen.${mark}`, setting)
    await open(left.page, '/information')
    await expect(left.page.getByText(text('messages.events.USER_REMOVED.title', told))).toBeVisible()
  },
)

/** The present code of an authenticator app for the key on the page (RFC 6238, SHA-1, 30 seconds, six digits). */
function codeFor(key: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...key].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const hash = createHmac('sha1', secret).update(step).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

inEach(
  englishAtTheDesk,
  'who lost the second factor sets up a new one before anything else, and comes in by a code kept on paper',
  async (setting) => {
    const { portal } = world
    const name = setting.mark === 'DE' ? 'elm.checker' : 'elm.checker2'
    const user = setting.mark === 'DE' ? portal.seats.elmChecker : portal.seats.elmChecker2
    await portal.look((tx) => tx.updateTable('appUser').set({ mfaEnrol: true }).where('id', '=', user.userId).execute())
    const { page } = await world.visit(nobody, setting)
    const begin = async () => {
      await page.goto('/login')
      await page.locator('input[name=username]').fill(name)
      await page.locator('input[name=password]').fill(testPassword)
      await page.locator('button[type=submit]').click()
    }
    await begin()
    await expect(page.getByRole('heading', { name: setting.text('login.enrol.title') })).toBeVisible()
    await page.locator('.login-drawing svg').first().waitFor()
    const key = (await page.locator('.login-drawing code').innerText()).replaceAll(' ', '')
    await page.getByLabel(setting.text('login.code')).fill(codeFor(key))
    await page.locator('button[type=submit]').click()
    await expect(page.locator('.recovery-codes code')).toHaveCount(10)
    const first = await page.locator('.recovery-codes code').first().innerText()
    await page.getByRole('button', { name: setting.text('login.paper.kept') }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    await open(page, '/user-center')
    await expect(page.getByText(setting.text('user.paperLeft', { count: 10 }))).toBeVisible()

    await page.evaluate(() => localStorage.clear())
    await begin()
    await page.getByRole('button', { name: setting.text('login.paper.use') }).click()
    await page.getByLabel(setting.text('login.paper.code')).fill(first.toLowerCase())
    await page.locator('button[type=submit]').click()
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    await open(page, '/user-center')
    await expect(page.getByText(setting.text('user.paperLeft', { count: 9 }))).toBeVisible()
  },
)
