/** Every visual decision of the portal: colour, type, spacing, radius, motion. Nothing else names a colour. */

/** Neutrals lean a little towards the brand's green-blue, so that greys and ink belong together. */
const light = {
  canvas: '#f5f7f7',
  surface: '#ffffff',
  sunken: '#f0f3f3',
  raised: '#ffffff',
  hover: '#eef2f2',
  stripe: '#fafbfb',
  border: '#e1e7e7',
  borderStrong: '#c6d0d1',
  text: '#15201f',
  textSecondary: '#4b5a5b',
  textTertiary: '#5a6a6f',
  placeholder: '#5f6f74',
  brand: '#0b5457',
  brandHover: '#084447',
  brandText: '#0b5c5f',
  brandSoft: '#e3f0ee',
  onBrand: '#ffffff',
  focus: '#3b8f8e',
  success: '#1c7044',
  successSoft: '#e5f3ea',
  warning: '#8a5a00',
  warningSoft: '#fdf2da',
  danger: '#b3261e',
  dangerSoft: '#fbe9e7',
  info: '#1f5fa8',
  infoSoft: '#e6eff9',
  neutralSoft: '#e9eeee',
  scrim: 'rgba(13, 27, 28, 0.42)',
  shadow: '0 1px 2px rgba(16, 32, 33, 0.05)',
  shadowRaised: '0 8px 28px rgba(16, 32, 33, 0.14), 0 1px 3px rgba(16, 32, 33, 0.08)',
}

const dark: typeof light = {
  canvas: '#0d1315',
  surface: '#12191b',
  sunken: '#0f1618',
  raised: '#182123',
  hover: '#1b2628',
  stripe: '#141c1e',
  border: '#233033',
  borderStrong: '#3a4a4e',
  text: '#e6ecec',
  textSecondary: '#b0bdbf',
  textTertiary: '#98a7aa',
  placeholder: '#93a2a5',
  brand: '#157a77',
  brandHover: '#1a8c88',
  brandText: '#62c2b8',
  brandSoft: '#12302f',
  onBrand: '#ffffff',
  focus: '#4fb3ac',
  success: '#5cc48a',
  successSoft: '#12301f',
  warning: '#e2b455',
  warningSoft: '#33270d',
  danger: '#f28b82',
  dangerSoft: '#3a1a18',
  info: '#7fb3ee',
  infoSoft: '#132a43',
  neutralSoft: '#222d30',
  scrim: 'rgba(0, 0, 0, 0.6)',
  shadow: '0 1px 2px rgba(0, 0, 0, 0.3)',
  shadowRaised: '0 10px 32px rgba(0, 0, 0, 0.55), 0 0 0 1px #2a373a',
}

export type ThemeName = 'light' | 'dark-1'
export const colors: Record<ThemeName, typeof light> = { light, 'dark-1': dark }

/** Sixteen hues for charts in two strengths; neighbours differ in lightness, so they part without colour vision too. */
export const chartPalette: Record<ThemeName, readonly string[]> = {
  light: [
    '#0b5c5f',
    '#c98327',
    '#3f6fb5',
    '#a33d4e',
    '#5a9a6b',
    '#7a5aa6',
    '#2ea09d',
    '#b8632a',
    '#6b7d8c',
    '#c0679c',
    '#8a9a2e',
    '#274b7a',
    '#d0705f',
    '#4b7f52',
    '#9888cc',
    '#8c6d46',
  ],
  'dark-1': [
    '#4fb3ac',
    '#e8b061',
    '#7ba7e6',
    '#e07f8e',
    '#8ccb9c',
    '#b195dd',
    '#6fd3cf',
    '#e39a66',
    '#9fb0be',
    '#e39cc6',
    '#c2d163',
    '#6d94c9',
    '#f0a294',
    '#85bd8d',
    '#c3b7ee',
    '#c7a67b',
  ],
}

export const font = {
  sans: "'Inter', 'Segoe UI', -apple-system, BlinkMacSystemFont, 'Helvetica Neue', Roboto, 'Noto Sans', 'Liberation Sans', 'PingFang SC', 'Noto Sans SC', 'Microsoft YaHei', sans-serif",
  mono: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
}
/** Pixels. 13 is the body of tables, 14 of running text. */
export const size = { micro: 11, small: 12, table: 13, body: 14, lead: 16, title: 20, display: 28 }
const space = { 1: 4, 2: 8, 3: 12, 4: 16, 5: 20, 6: 24, 8: 32, 10: 40 }
export const radius = { small: 4, medium: 6, large: 10 }
const motion = { quick: '120ms', calm: '200ms', ease: 'cubic-bezier(0.2, 0, 0, 1)' }
export const controlHeight = 34

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const block = (values: Record<string, string | number>, prefix: string, unit = '') =>
  Object.entries(values)
    .map(([name, value]) => `--${prefix}${kebab(name)}:${value}${unit}`)
    .join(';')

/** @public For the build (vite.config.ts): the tokens as CSS custom properties for both themes. Paper is white, so that print is always light. */
export const tokensCss = () =>
  `:root{${block(light, '')};${block(font, 'font-')};${block(size, 'size-', 'px')};${block(space, 'space-', 'px')};${block(radius, 'radius-', 'px')};${block(motion, 'motion-')};--control:${controlHeight}px;color-scheme:light}` +
  `@media screen{:root[data-theme='dark-1']{${block(dark, '')};color-scheme:dark}}`
