import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { SignDialog } from './sign-dialog.tsx'

const bodies: object[] = []
let uploads = 0
let arrival: Promise<void> | undefined
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async () => ({ id: 'c', no: 'CT-1', textSha256: 'abc' }),
  sendParts: async (_: unknown, { body }: { body: object }) => {
    bodies.push(body)
    return {}
  },
}))
vi.mock('../../../http/upload.ts', async (original) => ({
  ...(await original<object>()),
  upload: async () => {
    uploads += 1
    await arrival
    return { objectKey: `drawing ${uploads}`, fileName: 'signature.png' }
  },
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ user: { id: 'ann', cname: 'Ann Alder', companyName: 'Alder' } }),
}))

/** The pictures under way; each call finishes one. */
let made: (() => void)[] = []
beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('contract')
  const pen = { beginPath() {}, moveTo() {}, lineTo() {}, stroke() {}, clearRect() {} }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => pen as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => void made.push(() => take(new Blob(['ink']))))
  HTMLElement.prototype.setPointerCapture = () => {}
})
beforeEach(() => {
  bodies.length = 0
  uploads = 0
  arrival = undefined
  made = []
})
afterEach(cleanup)

const show = async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SignDialog id="c" onClose={() => {}} />
    </QueryClientProvider>,
  )
  await screen.findByText(/CT-1/)
  fireEvent.click(screen.getByRole('checkbox'))
}
const sign = () => screen.getByRole<HTMLButtonElement>('button', { name: t('contract.sign') })
const method = (one: 'TYPED' | 'DRAWN') => fireEvent.click(screen.getByRole('radio', { name: t(`contract.${one}`) }))
const draw = () => {
  const pad = document.querySelector('canvas') ?? expect.fail('no pad')
  fireEvent.pointerDown(pad, { clientX: 10, clientY: 10 })
  fireEvent.pointerMove(pad, { clientX: 50, clientY: 50 })
  fireEvent.pointerUp(pad)
}
const makePictures = () =>
  act(async () => {
    for (const one of made.splice(0)) one()
  })

test('a contract is signed with a drawing while its pad shows it; a new or emptied pad has none, even when a picture is ready later', async () => {
  await show()
  method('DRAWN')
  draw()
  await makePictures()
  expect(sign().disabled).toBe(false)
  method('TYPED')
  method('DRAWN')
  expect(sign().disabled).toBe(true)
  draw()
  method('TYPED')
  method('DRAWN')
  await makePictures()
  expect(sign().disabled).toBe(true)
  draw()
  fireEvent.click(screen.getByRole('button', { name: t('contract.clear') }))
  await makePictures()
  expect(sign().disabled).toBe(true)
})

test('a contract is signed once, however often Sign is pressed while the drawing is on its way', async () => {
  let arrive = () => {}
  arrival = new Promise((resolve) => {
    arrive = resolve
  })
  await show()
  method('DRAWN')
  draw()
  await makePictures()
  fireEvent.click(sign())
  fireEvent.click(sign())
  await waitFor(() => expect(uploads).toBe(1))
  await waitFor(() => expect(sign().disabled).toBe(true))
  fireEvent.click(sign())
  arrive()
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(uploads).toBe(1)
})
