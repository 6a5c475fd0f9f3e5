import { expect, it } from 'vitest'
import { sumUp } from './sum-up.mjs'

const file = (passed, failed = 0, skipped = 0) => ({ name: 'a file', passed, failed, skipped })
const report = (files, rest = {}) => ({ finished: true, notRun: [], faults: 0, files, ...rest })

it('counts the tests of all files', () => {
  expect(sumUp([true, true], report([file(2, 0, 1), file(1, 1, 1)]))).toEqual({ passed: 3, failed: 1, skipped: 2 })
})

it('counts a failed check, and does not take a passed one for a test', () => {
  expect(sumUp([true, false], report([]))).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

it('counts an error outside of any test', () => {
  expect(sumUp([true], report([file(4)], { faults: 2 }))).toEqual({ passed: 4, failed: 2, skipped: 0 })
})

it('keeps the counts of a run that was cut short and fails it', () => {
  const cut = report([file(332)], { finished: false, notRun: ['e2e: main-job.test.ts'] })
  expect(sumUp([true], cut)).toEqual({ passed: 332, failed: 1, skipped: 0 })
})

it('fails a run in which a test file never ran', () => {
  expect(sumUp([true], report([file(1)], { notRun: ['web: form.test.ts'] }))).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

it('is a failure when the tests left no report', () => {
  expect(sumUp([true], undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})
