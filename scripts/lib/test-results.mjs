import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * What vitest counted. A run that ends badly without a failed test (a file that does not load)
 * counts as one.
 */
export function vitestResult(reportFile, code) {
  const { numPassedTests = 0, testResults = [] } = readReport(reportFile)
  return result(numPassedTests, testResults.flatMap(failuresOfFile), code)
}

/** The files in which vitest left out a test, as paths inside the repository at `root`. */
export function skippedFiles(reportFile, root) {
  const { testResults = [] } = readReport(reportFile)
  return testResults
    .filter(({ assertionResults }) =>
      assertionResults.some(({ status }) => status === 'pending' || status === 'skipped'),
    )
    .map(({ name }) => path.relative(root, name))
}

/** The `count` slowest files of a report of vitest, one a line with their seconds. */
export function slowestFiles(reportFile, count) {
  const { testResults = [] } = readReport(reportFile)
  return testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(
      ({ name, seconds }) =>
        `${seconds.toFixed(1).padStart(7)} s  ${name.slice(name.search(/(src|packages|scripts|tests)\//))}`,
    )
}

/** What Playwright counted. */
export function playwrightResult(reportFile, code) {
  const { stats = {}, suites = [] } = readReport(reportFile)
  const { expected = 0, flaky = 0 } = stats
  return result(expected + flaky, failuresOfSpecs(specsOf(suites)), code)
}

/**
 * What the page of each failed browser test held when it failed, as Playwright describes it: at
 * most 6,000 characters. Then its last requests.
 */
export function pageSnapshots(reportFile) {
  const { suites = [] } = readReport(reportFile)
  return specsOf(suites)
    .filter(({ ok }) => !ok)
    .flatMap(({ title, tests }) => {
      const attachments = tests
        .flatMap(({ results }) => results)
        .flatMap(({ attachments: all = [] }) => all)
      const context = attachments.find(
        ({ name, path: file }) => name === 'error-context' && existsSync(file),
      )
      const page =
        context && readFileSync(context.path, 'utf8').match(/^```yaml\n([\s\S]*?)^```$/m)?.[1]
      const requests = attachments.find(({ name }) => name === 'requests')
      return [
        ...(page ? [`page of “${title}”:\n${page.slice(0, 6000)}`] : []),
        ...(requests ? [`requests of “${title}”:\n${textOf(requests)}`] : []),
      ]
    })
}

const textOf = ({ body }) => Buffer.from(body, 'base64').toString()

/**
 * What Node reported of processes that it had to abort (`--report-on-fatalerror`), as a few lines
 * each: the reason, the command and the native stack.
 */
export function abortReports(directory) {
  return readdirSync(directory)
    .filter((name) => name.startsWith('report.'))
    .map((name) => {
      const { header, nativeStack = [] } = readReport(path.join(directory, name))
      const frames = nativeStack.slice(0, 12).map(({ symbol }) => `  ${symbol}`)
      return [`${header.event}: ${header.commandLine.join(' ')}`, ...frames].join('\n')
    })
}

/** The sum of several results: how many passed, and what failed, by name. */
export function sum(results) {
  return {
    passed: results.reduce((all, { passed }) => all + passed, 0),
    failed: results.flatMap(({ failed }) => failed),
  }
}

/** What to print last: what failed, by name and with its first words, then the count. */
export function summary({ passed, failed }) {
  return [
    ...failed.map((failure) => `failed: ${failure}`),
    `${passed} passed, ${failed.length} failed`,
  ].join('\n')
}

function result(passed, failed, code) {
  return {
    passed,
    failed: code !== 0 && failed.length === 0 ? [`a run that ended with ${code}`] : failed,
  }
}

function failuresOfFile({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  const file = path.relative(process.cwd(), name)
  if (status === 'failed' && failed.length === 0)
    return [`${file}: ${opening(message) || 'its process ended before its tests did'}`]
  return failed.map(
    ({ fullName, failureMessages: [why] }) => `${file} › ${fullName}: ${opening(why)}`,
  )
}

function failuresOfSpecs(specs) {
  return specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const why = tests.flatMap(({ results }) => results).find(({ error }) => error)
      return `${file}:${line} › ${title}: ${opening(why?.error.message)}`
    })
}

function specsOf(suites) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [...specs, ...specsOf(inner)])
}

/** The first lines of what went wrong, without colours. */
function opening(message) {
  return (message ?? '').replaceAll(colours, '').split('\n').slice(0, 5).join(' ').slice(0, 400)
}

const colours = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g')

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
