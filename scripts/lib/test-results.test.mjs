import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  abortReports,
  pageSnapshots,
  playwrightResult,
  skippedFiles,
  slowestFiles,
  sum,
  summary,
  vitestResult,
} from './test-results.mjs'

describe('the count of tests', () => {
  let directory

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'atelier-results-'))
  })
  afterEach(() => rm(directory, { recursive: true }))

  async function report(content) {
    const file = join(directory, 'report.json')
    await writeFile(file, JSON.stringify(content))
    return file
  }

  it('is what the runners counted, and names what failed', async () => {
    const vitest = vitestResult(
      await report({
        numPassedTests: 7,
        testResults: [
          {
            name: '/a.test.ts',
            status: 'passed',
            assertionResults: [{ fullName: 'adds', status: 'passed' }],
          },
          {
            name: `${process.cwd()}/b.test.ts`,
            status: 'failed',
            assertionResults: [
              {
                fullName: 'takes away',
                status: 'failed',
                failureMessages: ['\u001b[31mnot 3\u001b[39m\nbut 4'],
              },
            ],
          },
          {
            name: `${process.cwd()}/c.test.ts`,
            status: 'failed',
            message: 'does not load',
            assertionResults: [],
          },
          {
            name: `${process.cwd()}/d.test.ts`,
            status: 'failed',
            message: '',
            assertionResults: [],
          },
        ],
      }),
      1,
    )
    const playwright = playwrightResult(
      await report({
        stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 5 },
        suites: [{ specs: [spec('opens', true)], suites: [{ specs: [spec('closes', false)] }] }],
      }),
      1,
    )
    expect(summary(sum([vitest, playwright])).split('\n')).toEqual([
      'failed: b.test.ts › takes away: not 3 but 4',
      'failed: c.test.ts: does not load',
      'failed: d.test.ts: its process ended before its tests did',
      'failed: tests/e2e/door.spec.ts:3 › closes: it stays open',
      '11 passed, 4 failed',
    ])
  })

  it('names the files in which tests were left out, and the slowest ones', async () => {
    const test = (status) => ({ status })
    const file = await report({
      testResults: [
        {
          name: '/copy/src/a.test.ts',
          startTime: 1_000,
          endTime: 2_500,
          assertionResults: [test('passed'), test('pending')],
        },
        {
          name: '/copy/src/b.test.ts',
          startTime: 1_000,
          endTime: 12_000,
          assertionResults: [test('passed')],
        },
        {
          name: '/copy/tests/c.test.ts',
          startTime: 1_000,
          endTime: 1_100,
          assertionResults: [test('skipped')],
        },
      ],
    })
    expect(skippedFiles(file, '/copy')).toEqual(['src/a.test.ts', 'tests/c.test.ts'])
    expect(slowestFiles(file, 2)).toEqual(['   11.0 s  src/b.test.ts', '    1.5 s  src/a.test.ts'])
  })

  it('shows why Node aborted a process', async () => {
    const args = ['--report-on-fatalerror', `--report-directory=${directory}`, '-e']
    const exhaust = 'const all = []; for (;;) all.push(new Array(1e5).fill(Math.random()))'
    spawnSync(process.execPath, ['--max-old-space-size=20', ...args, exhaust])
    const [shown = '', ...others] = abortReports(directory)
    expect(others).toEqual([])
    expect(shown).toMatch(/^Allocation failed - JavaScript heap out of memory: .*-e const all/)
    expect(shown.split('\n').length).toBeGreaterThan(1)
  })

  it('shows the page and the last requests of a browser test that failed', async () => {
    const context = join(directory, 'error-context.md')
    await writeFile(
      context,
      '# Error details\n\n```\nnot found\n```\n\n```yaml\n- heading "History"\n```\n\n# Test source\n',
    )
    const failed = { ...spec('opens', false) }
    const requests = Buffer.from('POST /api/start 500').toString('base64')
    failed.tests[0].results[0].attachments = [
      { name: 'error-context', path: context },
      { name: 'requests', body: requests },
    ]
    const file = await report({ suites: [{ suites: [{ specs: [spec('closes', true), failed] }] }] })
    expect(pageSnapshots(file)).toEqual([
      'page of “opens”:\n- heading "History"\n',
      'requests of “opens”:\nPOST /api/start 500',
    ])
    expect(pageSnapshots(join(directory, 'none.json'))).toEqual([])
  })

  it('has a failure when a run went wrong that no test failed in', async () => {
    const left = vitestResult(await report({ numPassedTests: 7, testResults: [] }), 1)
    const none = playwrightResult(join(directory, 'none.json'), 2)
    expect(sum([left, none])).toEqual({
      passed: 7,
      failed: ['a run that ended with 1', 'a run that ended with 2'],
    })
  })
})

const spec = (title, ok) => ({
  file: 'tests/e2e/door.spec.ts',
  line: 3,
  title,
  ok,
  tests: [{ results: ok ? [{}] : [{ error: { message: 'it stays open' } }] }],
})
