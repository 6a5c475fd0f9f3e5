import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loginAddress, safeBackUrl } from './leave.ts'

const portal = 'https://portal.example'
const originOf = (back: string) => new URL(back, `${portal}/login`).origin

describe('the address to go back to after signing in', () => {
  test('is kept when it is a page of the portal', () => {
    for (const back of ['/home', '/finance/finance-order?status=DRAFT#top', '/a/b/../c'])
      expect(originOf(safeBackUrl(back))).toBe(portal)
    expect(safeBackUrl('/finance/finance-order?status=DRAFT#top')).toBe('/finance/finance-order?status=DRAFT#top')
  })

  test.each([
    '//host',
    '/.//host',
    '/..//host',
    '/a/..//host',
    '/%2e//host',
    '/\t/host',
    '/\\host',
    '\\\\host',
    'https://host',
    'javascript:alert(1)',
    '/.\\/host',
    ' //host',
    '/login',
    '/login/',
    '/login?backUrl=%2Flogin',
    '',
  ])('never is %j', (value) => {
    const back = safeBackUrl(value)
    expect(originOf(back)).toBe(portal)
    expect(new URL(back, portal).pathname).not.toMatch(/^\/login/)
  })

  test('never leaves the portal, whatever is given', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '.',
      '..',
      '\\',
      '\t',
      '\n',
      '%2f',
      '%2e',
      ':',
      '@',
      '?',
      '#',
      'host',
      'login',
      'a',
      ' ',
      '／',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 12 }).map((all) => all.join('')),
          fc.string(),
        ),
        (value) => {
          for (const given of [value, `/${value}`]) expect(originOf(safeBackUrl(given))).toBe(portal)
        },
      ),
      { numRuns: 5000 },
    )
  })

  test('is part of the sign-in address, with the reason for the sign-in', () => {
    expect(loginAddress('/')).toBe('/login')
    expect(loginAddress('/home?a=1', 'expired')).toBe('/login?backUrl=%2Fhome%3Fa%3D1&why=expired')
  })
})
