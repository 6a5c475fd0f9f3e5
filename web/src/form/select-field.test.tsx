import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { SelectField } from './fields.tsx'
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
