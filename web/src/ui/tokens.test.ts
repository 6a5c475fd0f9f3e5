import { describe, expect, test } from 'vitest'
import { colors, type ThemeName } from './tokens.ts'

const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const luminance = (hex: string) => {
  const [r, g, b] = [1, 3, 5].map((at) => channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** The contrast of two colours as WCAG 2 defines it, 1 to 21. */
const contrast = (a: string, b: string) => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['canvas', 'surface', 'sunken', 'raised', 'hover', 'stripe'] as const
const inks = ['text', 'textSecondary', 'textTertiary', 'placeholder', 'brandText'] as const
const tones = ['success', 'warning', 'danger', 'info'] as const

describe.each(Object.keys(colors) as ThemeName[])('in the theme %s', (name) => {
  const c = colors[name]
  test.each(inks)('%s can be read on every ground', (ink) => {
    for (const ground of grounds) expect(contrast(c[ink], c[ground]), ground).toBeGreaterThanOrEqual(4.5)
  })
  test.each(tones)('%s can be read on a surface and on its own soft ground', (tone) => {
    expect(contrast(c[tone], c.surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(c[tone], c[`${tone}Soft`])).toBeGreaterThanOrEqual(4.5)
  })
  test('what is chosen can be read', () => {
    expect(contrast(c.brandText, c.brandSoft)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(c.onBrand, c.brand)).toBeGreaterThanOrEqual(4.5)
  })
})
