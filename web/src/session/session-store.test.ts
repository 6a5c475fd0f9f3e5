import { expect, test } from 'vitest'
import { headersOf } from '../http/client.ts'
import { sessionStore } from './store.ts'

test('a new session has no seat of the previous one', () => {
  sessionStore.signIn('first', '1')
  sessionStore.setCompanyRole('SUPPLIER')
  sessionStore.signIn('second', '1')
  expect(headersOf('usance-portal')).toMatchObject({ token: 'second' })
  expect(headersOf('usance-portal')).not.toHaveProperty('companyRole')
})

test('each call names the company that its page is of, until the session ends', () => {
  sessionStore.signIn('mine', '1')
  expect(headersOf('usance-portal')).not.toHaveProperty('companyId')
  sessionStore.setCompanyId('a company')
  expect(headersOf('usance-portal')).toMatchObject({ companyId: 'a company' })
  expect(localStorage.getItem('companyId')).toBe('a company')
  sessionStore.signOut()
  expect(headersOf('usance-portal')).not.toHaveProperty('companyId')
  expect(localStorage.getItem('companyId')).toBeNull()
})

test('a visitor’s link goes with the calls that accept it, and with no other', () => {
  sessionStore.signIn('mine', '1')
  sessionStore.setCompanyRole('SUPPLIER')
  sessionStore.setExhibitionToken('link')
  expect(headersOf('usance-portal', { credentials: ['session', 'exhibition'] })).toMatchObject({ token: 'link' })
  expect(headersOf('usance-portal', { credentials: ['session', 'exhibition'] })).not.toHaveProperty('companyRole')
  expect(headersOf('usance-portal')).toMatchObject({ token: 'mine', companyRole: 'SUPPLIER' })
  sessionStore.signOut()
  expect(headersOf('usance-portal')).not.toHaveProperty('token')
  sessionStore.setExhibitionToken('')
})
