import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { buildOnce } from './build-once.mjs'
import { servesPages } from './ensure-built.mjs'

function freshDirectory(onTestFinished) {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-build-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/**
 * Writes two files with a pause between, during which half a build is there, and counts the builds.
 */
const slowBuild = `async (directory) => {
  appendFileSync(join(dist, 'count'), '.')
  mkdirSync(directory)
  writeFileSync(join(directory, 'en.html'), 'page')
  console.log('building')
  await new Promise((resolve) => setTimeout(resolve, pause))
  writeFileSync(join(directory, 'asset.js'), 'code')
}`

/** A process that builds; its lines are `building` and, at the end, what it can read then. */
function startBuild(dist, pause) {
  const program = `
    import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
    import { join } from 'node:path'
    import { buildOnce } from '${import.meta.dirname}/build-once.mjs'
    const [dist, pause] = [${JSON.stringify(dist)}, ${pause}]
    await buildOnce({ dist, stamp: 'first', build: ${slowBuild}, stale: 8_000, onWait: () => console.log('waiting') })
    console.log(readFileSync(join(dist, 'web/en.html'), 'utf8') + readFileSync(join(dist, 'web/asset.js'), 'utf8'))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  return { child, lines, firstLine: once(child.stdout, 'data'), ended: once(child, 'close') }
}

const countOf = (dist) => readFileSync(join(dist, 'count'), 'utf8').length

describe('a build that several processes want', () => {
  it('is made once, and each sees it whole', async ({ onTestFinished }) => {
    const dist = freshDirectory(onTestFinished)
    const builds = Array.from({ length: 4 }, () => startBuild(dist, 1_000))
    await Promise.all(builds.map(({ ended }) => ended))
    expect(builds.map(({ lines }) => lines.at(-1))).toEqual(builds.map(() => 'pagecode'))
    expect(countOf(dist)).toBe(1)
    expect(readdirSync(join(dist, 'builds'))).toHaveLength(1)
    expect(existsSync(join(dist, '.atelier-build.lock'))).toBe(false)
  })

  it.concurrent('is made by another when its builder was killed, and what that one left is removed', async ({
    onTestFinished,
  }) => {
    const dist = freshDirectory(onTestFinished)
    const killed = startBuild(dist, 600_000)
    await killed.firstLine
    killed.child.kill('SIGKILL')
    await killed.ended
    const next = startBuild(dist, 10)
    await next.ended
    expect(next.lines).toEqual(['waiting', 'building', 'pagecode'])
    expect(readdirSync(join(dist, 'builds'))).toHaveLength(1)
  })

  it.concurrent('is never taken from a builder that lives, however long it takes', async ({
    onTestFinished,
  }) => {
    const dist = freshDirectory(onTestFinished)
    const slow = startBuild(dist, 10_000)
    await slow.firstLine
    const other = startBuild(dist, 10)
    await Promise.all([slow.ended, other.ended])
    expect(other.lines).toEqual(['waiting', 'pagecode'])
    expect(countOf(dist)).toBe(1)
  })

  it('replaces the last one only when it is whole, and keeps the last one for its readers', async ({
    onTestFinished,
  }) => {
    const dist = freshDirectory(onTestFinished)
    const fill = (text) => (directory) => {
      mkdirSync(directory)
      writeFileSync(join(directory, 'en.html'), text)
    }
    const shown = () => readFileSync(join(dist, 'web/en.html'), 'utf8')
    mkdirSync(join(dist, 'web'))
    writeFileSync(join(dist, 'web/en.html'), 'of an older version')
    await buildOnce({ dist, stamp: 'a', build: fill('a') })
    const reading = realpathSync(join(dist, 'web'))
    const failing = buildOnce({
      dist,
      stamp: 'b',
      build: (directory) => {
        fill('half of b')(directory)
        expect(shown()).toBe('a')
        throw new Error('out of memory')
      },
    })
    await expect(failing).rejects.toThrow('out of memory')
    expect([shown(), readdirSync(join(dist, 'builds')).length]).toEqual(['a', 1])

    await buildOnce({ dist, stamp: 'b', build: fill('b') })
    expect([shown(), readFileSync(join(reading, 'en.html'), 'utf8')]).toEqual(['b', 'a'])
    await buildOnce({ dist, stamp: 'b', build: () => expect.unreachable() })
    await buildOnce({ dist, stamp: 'c', build: fill('c') })
    expect([shown(), existsSync(reading), readdirSync(join(dist, 'builds')).length]).toEqual([
      'c',
      false,
      2,
    ])
  })
})

describe('a worker alone', () => {
  it('needs no pages, whether the environment or the file says so', ({ onTestFinished }) => {
    const directory = freshDirectory(onTestFinished)
    const file = join(directory, '.env')
    expect([
      servesPages({}, directory),
      servesPages({ ATELIER_ROLE: 'worker' }, directory),
    ]).toEqual([true, false])
    writeFileSync(file, 'PORT=1\n# ATELIER_ROLE=web\nATELIER_ROLE="worker" # this machine\n')
    expect([servesPages({}, directory), servesPages({ ATELIER_ROLE: 'web' }, directory)]).toEqual([
      false,
      true,
    ])
    expect(servesPages({ ENV_FILE: '' }, directory)).toBe(true)
    appendFileSync(file, 'ATELIER_ROLE=all\n')
    expect(servesPages({}, directory)).toBe(true)
  })
})
