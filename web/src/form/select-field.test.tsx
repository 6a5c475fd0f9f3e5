import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Refused } from '../http/refused.ts'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { RadioField, SelectField } from './fields.tsx'
import { stubWindow } from './window-stub.fixture.ts'

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

test('letters typed into a choice of few narrow it, so that Enter takes what was typed', () => {
  const options = ['Harbour Trading', 'Northwind Retail', 'Summit Foods'].map((label) => ({ value: label, label }))
  const { container } = render(
    <Form>
      <SelectField name="buyerCode" label="Buyer" options={options} />
    </Form>,
  )
  const box = screen.getByRole('combobox')
  fireEvent.mouseDown(box)
  fireEvent.change(box, { target: { value: 'north' } })
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 })
  expect(container.textContent).toContain('Northwind Retail')
  expect(container.textContent).not.toContain('Harbour Trading')
})

test('a choice of several says how many it takes where there are more, and takes no more', () => {
  const options = ['USD', 'EUR', 'JPY'].map((value) => ({ value, label: value }))
  const { container } = render(
    <Form>
      <SelectField name="currencies" label="Currencies" multiple most={2} options={options} />
    </Form>,
  )
  expect(container.textContent).toContain('At most 2 can be chosen.')
  fireEvent.mouseDown(screen.getByRole('combobox'))
  for (const one of document.querySelectorAll('.ant-select-item-option')) fireEvent.click(one)
  expect(container.querySelectorAll('.ant-select-selection-item')).toHaveLength(2)
})

test.each([
  ['a list', SelectField],
  ['a choice in sight', RadioField],
])('%s whose question failed says why, beside its help, and tries again', (_what, ChoiceField) => {
  const refetch = vi.fn()
  const question = { data: undefined, isLoadingError: true, error: new Refused(500, 'The server is too busy.'), refetch }
  const { container } = render(
    <Form>
      <ChoiceField name="buyerCode" label="Buyer" help="Who owes." options={[]} question={question} />
    </Form>,
  )
  expect(container.textContent).toContain('The server is too busy.')
  expect(container.textContent).toContain('Who owes.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
  if (!screen.queryByRole('combobox')) return
  fireEvent.mouseDown(screen.getByRole('combobox'))
  expect(document.querySelector('.ant-select-dropdown')?.textContent).toBe('This could not be loaded')
})
