import { existsSync, readFileSync } from 'node:fs'

/** What vitest counted. A run that ends badly without a failed test (a file that does not load) counts as one. */
export function vitestResult(reportFile, code) {
  const report = readReport(reportFile)
  return result(report?.numPassedTests ?? 0, report?.numFailedTests ?? 0, code)
}

/** What Playwright counted. */
export function playwrightResult(reportFile, code) {
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport(reportFile)?.stats ?? {}
  return result(expected + flaky, unexpected, code)
}

/** The sum of several results. */
export function sum(results) {
  return results.reduce((all, one) => ({ passed: all.passed + one.passed, failed: all.failed + one.failed }), {
    passed: 0,
    failed: 0,
  })
}

function result(passed, failed, code) {
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
