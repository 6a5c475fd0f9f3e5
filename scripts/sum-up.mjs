/**
 * Counts vitest's report as the closing line of `npm test` shows it. A check that failed counts as a failure; one that
 * passed does not count, so that a run without a single test cannot look like a success.
 */
export function sumUp(checks, report) {
  const sum = { passed: 0, failed: checks.filter((passed) => !passed).length, skipped: 0 }
  // Without a report nobody knows what the tests would have said.
  if (!report) return { ...sum, failed: sum.failed + 1 }
  for (const file of report.testResults) {
    let failures = 0
    for (const { status } of file.assertionResults) {
      if (status === 'passed') sum.passed++
      else if (status === 'failed') failures++
      else sum.skipped++
    }
    // A file that could not even be loaded has no tests to fail; it counts as one.
    sum.failed += file.status === 'failed' ? Math.max(1, failures) : failures
  }
  return sum
}
