import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts, switchLanguage } from '../../i18n/i18n.ts'
import { loadPortalTexts } from '../../i18n/load-area.ts'
import { Questions } from '../../ui/dialog.tsx'
import { isUnsaved } from '../../ui/unsaved.ts'
import { type ImportLine, ImportPanel, sheetLine } from './import-panel.tsx'

vi.mock('../../http/upload.ts', async (original) => ({
  ...(await original<object>()),
  upload: async (file: File) => ({ id: file.name, objectKey: file.name, fileName: file.name }),
}))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

test('the panel of a sheet that is being taken over is not left without a question, and what became of its rows is told', async () => {
  let taken = (_: Omit<ImportLine, 'name'>) => {}
  const take = vi.fn(
    () =>
      new Promise<Omit<ImportLine, 'name'>>((resolve) => {
        taken = resolve
      }),
  )
  const onClose = vi.fn()
  const texts = { title: 'Import', text: '', drop: 'Sheets', template: 'Template', errorReport: 'Faulty rows' }
  render(
    <>
      <ImportPanel
        open
        onClose={onClose}
        onDone={() => {}}
        texts={texts}
        template={invoiceCalls.templateDownload}
        templateName="x.xlsx"
        take={take}
      />
      <Questions />
    </>,
  )
  fireEvent.change(screen.getByLabelText('Sheets'), { target: { files: [new File(['x'], 'five thousand.xlsx')] } })
  await waitFor(() => expect(take).toHaveBeenCalled())
  expect(isUnsaved()).toBe(true)
  const cross = () => screen.getByRole('button', { name: 'Close' })
  for (const leave of [() => fireEvent.click(cross()), () => fireEvent.keyDown(document, { key: 'Escape' })]) {
    leave()
    fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep editing' })).toBeNull())
    expect(onClose).not.toHaveBeenCalled()
  }
  await act(async () => taken({ ok: false, text: '2 rows are faulty', errorKey: 'errors' }))
  expect(screen.getByText('2 rows are faulty')).toBeTruthy()
  expect(screen.getByText('Faulty rows')).toBeTruthy()
  expect(isUnsaved()).toBe(false)
  fireEvent.click(cross())
  expect(onClose).toHaveBeenCalled()
})

test.each([
  ['en-US', 'The workbook has the first 1,000 of 19,000 faulty rows.'],
  ['zh-CN', '工作簿列出全部 19,000 行有误数据中的前 1,000 行。'],
] as const)('the panel counts the faulty rows of which the workbook has the first (%s)', async (language, told) => {
  await act(() => switchLanguage(language))
  const result = { successfulNumber: 0, errorNumber: 19_000, listedNumber: 1_000, errorUrl: '/x', errorObjectKey: 'x' }
  render(
    <ImportPanel
      open
      onClose={() => {}}
      onDone={() => {}}
      texts={{ title: 'Import', text: '', drop: 'Sheets', template: 'Template', errorReport: 'Faulty rows' }}
      template={invoiceCalls.templateDownload}
      templateName="x.xlsx"
      take={async () => sheetLine(result, ({ bad }) => `${bad}`)}
    />,
  )
  fireEvent.change(screen.getByLabelText('Sheets'), { target: { files: [new File(['x'], 'many.csv')] } })
  expect(await screen.findByText(told)).toBeTruthy()
})
