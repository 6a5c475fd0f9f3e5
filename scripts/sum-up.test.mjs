import { expect, it } from 'vitest'
import { sumUp } from './sum-up.mjs'

const file = (status, ...statuses) => ({ status, assertionResults: statuses.map((each) => ({ status: each })) })

it('counts the tests of all files', () => {
  const report = { testResults: [file('passed', 'passed', 'passed', 'pending'), file('failed', 'passed', 'failed', 'todo')] }
  expect(sumUp([true, true], report)).toEqual({ passed: 3, failed: 1, skipped: 2 })
})

it('counts a test file that does not load as a failure', () => {
  expect(sumUp([], { testResults: [file('failed'), file('failed', 'passed')] })).toEqual({ passed: 1, failed: 2, skipped: 0 })
})

it('counts a failed check, and does not take a passed one for a test', () => {
  expect(sumUp([true, false], { testResults: [] })).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

it('is a failure when the tests left no report', () => {
  expect(sumUp([true], undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})
