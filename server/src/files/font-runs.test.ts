import { expect, test } from 'vitest'
import { runsOf } from './font-runs.ts'

const fontOf = (letters: string) => ({ hasGlyphForCodePoint: (code: number) => letters.includes(String.fromCodePoint(code)) })
const fonts = [fontOf('abcdol[]U+0123456789ABCDEF 上海,'), fontOf('abcdolŁół,'), fontOf('한국')]

test('a text that the first font has is one run, whatever the others have', () => {
  expect(runsOf(fonts, 'a bold 上海,\n')).toEqual([{ font: 0, text: 'a bold 上海,\n' }])
})

test('a word stays in one font that has all of it, and words of several fonts are cut', () => {
  expect(runsOf(fonts, 'cold Łódół, 한국')).toEqual([
    { font: 0, text: 'cold ' },
    { font: 1, text: 'Łódół,' },
    { font: 0, text: ' ' },
    { font: 2, text: '한국' },
  ])
  expect(runsOf(fonts, '한국Łod上')).toEqual([
    { font: 2, text: '한국' },
    { font: 1, text: 'Ł' },
    { font: 0, text: 'od上' },
  ])
})

test('letters that no font has are told by their code points', () => {
  expect(runsOf(fonts, 'شر 上')).toEqual([{ font: 0, text: '[U+0634 U+0631] 上' }])
  expect(runsOf(fonts, 'a😀b')).toEqual([{ font: 0, text: 'a[U+1F600]b' }])
})

test('a mark stays with its letter, and a tab is a space', () => {
  expect(runsOf(fonts, 'ao\u0323\tb')).toEqual([{ font: 0, text: 'a[U+006F U+0323] b' }])
})
