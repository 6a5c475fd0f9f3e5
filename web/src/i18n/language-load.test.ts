import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The texts of the Chinese sign-in page do not arrive. */
vi.mock('./zh-CN/index.ts', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  logged.mockClear()
})
afterEach(() => localStorage.clear())

test('a switch to a language whose texts do not arrive is logged and rejected, and the language stays', async () => {
  const { startTexts, switchLanguage, t } = await import('./i18n.ts')
  await startTexts()
  await expect(switchLanguage('zh-CN')).rejects.toThrow()
  expect(logged).toHaveBeenCalledWith('The texts of zh-CN could not be loaded.', expect.anything())
  expect(t('common.save')).toBe('Save')
  expect(localStorage.getItem('_lang')).toBeNull()
})

test('the portal starts in English when the texts of the chosen language do not arrive', async () => {
  localStorage.setItem('_lang', 'zh-CN')
  const { startTexts, t } = await import('./i18n.ts')
  await startTexts()
  expect(logged).toHaveBeenCalledOnce()
  expect(t('common.save')).toBe('Save')
})

test('whoever asks for a language that does not arrive is told', async () => {
  const { startTexts } = await import('./i18n.ts')
  const { chooseLanguage } = await import('./choose-language.ts')
  const notice = await import('../ui/notice.ts')
  const told = vi.spyOn(notice, 'notify')
  await startTexts()
  await chooseLanguage('zh-CN')
  expect(told).toHaveBeenCalledWith('warning', expect.stringContaining('the language stays'))
})
