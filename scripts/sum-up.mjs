/**
 * Returns the counts of the closing line of `npm test` from the checks (true: passed) and the report of `count-tests.mjs`.
 * A failed check counts as a failure. A passed one does not count, so that a run without a single test cannot look like a
 * success. A run that did not finish counts as one failure, on top of the tests that failed.
 */
export function sumUp(checks, report) {
  const sum = { passed: 0, failed: checks.filter((passed) => !passed).length, skipped: 0 }
  // Without a report nobody knows what the tests would have said.
  if (!report) return { ...sum, failed: sum.failed + 1 }
  for (const { passed, failed, skipped } of report.files) {
    sum.passed += passed
    sum.failed += failed
    sum.skipped += skipped
  }
  sum.failed += report.faults
  if (!report.finished || report.notRun.length > 0) sum.failed++
  return sum
}
