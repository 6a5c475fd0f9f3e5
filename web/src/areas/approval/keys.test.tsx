import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { Keys, listKeys, pageKeys } from './keys.tsx'

vi.mock('../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ user: { id: 'U1' } }),
}))
vi.mock('../../ui/use-media.ts', () => ({ useMedia: () => false }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('approval')
})
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const opened = vi.fn()
const decided = vi.fn()
const row = (no: string) => (
  <tr key={no}>
    <td>
      <input type="checkbox" aria-label={`tick ${no}`} />
    </td>
    <td>
      <a
        href={`#${no}`}
        onClick={(event) => {
          event.preventDefault()
          opened(no)
        }}
      >
        {no}
      </a>
    </td>
  </tr>
)
const list = () =>
  render(
    <section className="results">
      <input aria-label="search" />
      <table>
        <tbody>{['P-1', 'P-2'].map(row)}</tbody>
      </table>
      <Keys keys={listKeys} />
    </section>,
  )
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const focused = () => document.activeElement?.textContent

test('j and k mark a row, x ticks it and o opens it', () => {
  list()
  press('j')
  expect(focused()).toBe('P-1')
  press('j')
  press('j')
  expect(focused()).toBe('P-2')
  press('x')
  expect(screen.getByLabelText<HTMLInputElement>('tick P-2').checked).toBe(true)
  press('k')
  expect(focused()).toBe('P-1')
  press('o')
  expect(opened).toHaveBeenLastCalledWith('P-1')
})

test('a letter that is typed, or pressed with a modifier, starts nothing', () => {
  list()
  screen.getByLabelText('search').focus()
  press('j')
  expect(document.activeElement).toBe(screen.getByLabelText('search'))
  screen.getByLabelText('search').blur()
  press('j', { ctrlKey: true })
  expect(document.activeElement).toBe(document.body)
})

test('keys that were turned off in their dialog stay off in this browser, and the dialog still opens by its button', () => {
  list()
  press('?')
  fireEvent.click(screen.getByLabelText('Use these keys on this browser'))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  cleanup()
  list()
  press('j')
  expect(document.activeElement).toBe(document.body)
  press('?')
  expect(document.querySelector('dialog[open]')).toBe(null)
  fireEvent.click(screen.getByRole('button', { name: 'Keys' }))
  expect(document.querySelector('dialog[open]')).not.toBe(null)
})

test('on the page of an approval p goes to the button and d to the comment, and neither decides', () => {
  render(
    <div className="decision">
      <textarea className="decision-comment" aria-label="Comment" />
      <div className="decision-buttons">
        <span className="decision-pass">
          <button type="button" onClick={decided}>
            Pass
          </button>
        </span>
      </div>
      <Keys keys={pageKeys} />
    </div>,
  )
  press('p')
  expect(focused()).toBe('Pass')
  press('d')
  expect(document.activeElement).toBe(screen.getByLabelText('Comment'))
  expect(decided).not.toHaveBeenCalled()
})
