import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { sessionCalls } from '@usance/wire/session/calls'
import { afterEach, expect, test, vi } from 'vitest'
import { stubWindow } from '../../form/window-stub.fixture.ts'
import * as client from '../../http/client.ts'
import * as encryption from '../../session/encrypt.ts'
import { SecondFactor } from './second-factor.tsx'

stubWindow()
afterEach(() => vi.restoreAllMocks())

test('switching on asks for the password, then for a code, and sends the password encrypted with both, and shows the recovery codes', async () => {
  vi.spyOn(encryption, 'encryptForServer').mockResolvedValue({ keyId: 'k', values: ['sealed'] })
  const sent = vi
    .spyOn(client, 'sendParts')
    .mockResolvedValue({ secret: 'ABCDEFGH', uri: 'otpauth://totp/a', recoveryCodes: ['AAAA-BBBB'] })
  const changed = vi.fn()
  render(<SecondFactor on={false} codesLeft={0} onChanged={changed} />)
  fireEvent.click(screen.getByRole('button'))
  const field = (id: string) => document.getElementById(id) as HTMLInputElement | null
  const type = (id: string, value: string) => fireEvent.change(field(id) as HTMLInputElement, { target: { value } })
  const submit = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement)
  await waitFor(() => expect(field('password')).not.toBeNull())
  expect(field('code')).toBeNull()
  type('password', 'my password')
  submit()
  await waitFor(() => expect(field('code')).not.toBeNull())
  type('code', '123456')
  submit()
  await waitFor(() => expect(changed).toHaveBeenCalled())
  // The codes stay on screen until the user confirms that they are kept.
  await waitFor(() => expect(screen.getByText('AAAA-BBBB')).not.toBeNull())
  const bodies = sent.mock.calls.map(([call, input]) => [call, (input as unknown as { body: object }).body])
  expect(bodies).toEqual([
    [sessionCalls.mfaBegin, expect.objectContaining({ password: 'sealed', keyId: 'k' })],
    [sessionCalls.mfaConfirm, expect.objectContaining({ password: 'sealed', keyId: 'k', code: '123456', enable: true })],
  ])
})
