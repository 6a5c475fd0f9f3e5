import { expect, test } from 'vitest'
import { countryOfVisitor } from './country-of-visitor.ts'

test.each([
  [{ timeZone: 'Asia/Shanghai', languages: 'en-US,en;q=0.9' }, 'CN'],
  [{ timeZone: 'Asia/Kolkata' }, 'IN'],
  [{ timeZone: 'Asia/Calcutta' }, 'IN'],
  [{ timeZone: 'Europe/Berlin', languages: 'zh-CN' }, 'DE'],
  [{ timeZone: 'UTC', languages: 'pt-BR,pt;q=0.9' }, 'BR'],
  [{ languages: 'zh-Hant-HK, zh' }, 'HK'],
  [{ timeZone: 'No/Where', languages: 'de' }, null],
  [{ timeZone: { evil: true }, languages: 'en-XX' }, null],
  [{}, null],
])('a browser that says %o seems to stand in %s', (given, country) => {
  expect(countryOfVisitor(given)).toBe(country)
})
