import { randomUUID } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** How long an untouched lock is respected, in ms; its holder touches it 15 times as often. */
const staleAfter = 15_000

/**
 * Builds `stamp` unless `dist/web` shows it. Of several processes one builds and the others wait
 * for it. `build` fills an empty directory; only a finished one replaces what `dist/web` shows, in
 * one step, so that nobody reads half a build. `onWait` is called when another process builds.
 * Throws what `build` throws; `dist/web` is then as before.
 */
export async function buildOnce({ dist, stamp, build, onWait = () => {}, stale = staleAfter }) {
  if (shows(dist, stamp)) return
  mkdirSync(join(dist, 'builds'), { recursive: true })
  await withLock({ file: join(dist, '.atelier-build.lock'), stale, onWait }, async () => {
    if (shows(dist, stamp)) return
    const directory = join(dist, 'builds', `${stamp}-${randomUUID()}`)
    try {
      await build(directory)
      show(dist, basename(directory))
    } catch (error) {
      rmSync(directory, { recursive: true, force: true })
      throw error
    }
  })
}

/** Whether a build of this stamp is what `dist/web` leads to. */
function shows(dist, stamp) {
  const current = currentBuild(dist)
  return current?.startsWith(`${stamp}-`) && existsSync(join(dist, 'web', 'en.html'))
}

/**
 * The directory's name below `dist/builds`; `null` before the first build and for a directory of an
 * older version.
 */
function currentBuild(dist) {
  const link = join(dist, 'web')
  const found = lstatSync(link, { throwIfNoEntry: false })
  return found?.isSymbolicLink() ? basename(readlinkSync(link)) : null
}

/** Lets `dist/web` lead to this build. The previous one stays: a server may be reading it. */
function show(dist, name) {
  const [link, next, previous] = [
    join(dist, 'web'),
    join(dist, `.web-${randomUUID()}`),
    currentBuild(dist),
  ]
  const isWindows = process.platform === 'win32'
  symlinkSync(isWindows ? resolve(dist, 'builds', name) : join('builds', name), next, 'junction')
  // A directory of an older version cannot be replaced in one step, and Windows replaces no link at
  // all.
  if (isWindows || !previous) rmSync(link, { recursive: true, force: true })
  renameSync(next, link)
  for (const other of readdirSync(join(dist, 'builds'))) {
    if (other !== name && other !== previous)
      rmSync(join(dist, 'builds', other), { recursive: true, force: true })
  }
}

/**
 * Runs `work` while nobody else holds the lock. A holder touches the file; one that was killed
 * stops doing so. Time is measured by our own clock only, from when we saw the file change. Should
 * two hold it after all, both only do the same.
 */
async function withLock({ file, stale, onWait }, work) {
  const own = `${process.pid} ${randomUUID()}`
  let seen = { state: null, at: performance.now() }
  let hasWaited = false
  while (!create(file, own)) {
    const state = stateOf(file)
    if (state !== seen.state) seen = { state, at: performance.now() }
    if (state !== null && performance.now() - seen.at > stale) {
      rmSync(file, { force: true })
      continue
    }
    if (!hasWaited) onWait()
    hasWaited = true
    await delay(100)
  }
  const touching = setInterval(() => touch(file), stale / 15)
  try {
    await work()
  } finally {
    clearInterval(touching)
    if (contentOf(file) === own) rmSync(file, { force: true })
  }
}

function create(file, content) {
  try {
    writeFileSync(file, content, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

function touch(file) {
  try {
    const now = new Date()
    utimesSync(file, now, now)
  } catch {
    // Another process took the lock for a stale one; the build is worth the same.
  }
}

/** What changes as long as the holder lives; `null`: there is no lock. */
function stateOf(file) {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? `${contentOf(file)} ${found.mtimeMs}` : null
}

function contentOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
