import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Context } from './bench.ts'
import { allDrawn } from './generation.ts'
import { type Frame, parseSamples, type Sample, treeOf } from './support/flame-graph.ts'
import { assertAllOk, createPool, endJobs, sendCreates } from './support/load.ts'
import { temporaryFolder, track } from './support/processes.ts'
import { format, type Report, type Row } from './support/report.ts'
import { openSetup } from './support/setup.ts'

const rate = 30

/** Samples a second of each core: one is about a millisecond of processor time. */
const frequency = 999

/** Where the processor time of one generation goes, by process, thread and library. Needs Linux’s perf. */
export async function run({ server, quick }: Context): Promise<Report> {
  assertPerf()
  const [seconds, warmUps] = quick ? [2, 1] : [8, 5]
  const environment = { NODE_OPTIONS: '--perf-basic-prof --interpreted-frames-native-stack' }
  await using setup = await openSetup(server, { accounts: 20, roles: ['all'], environment })
  const { url, keys, provider, pids, database } = setup
  await using pool = createPool(url)
  endJobs(provider, pool)
  const create = async (mark: string) => {
    assertAllOk(await sendCreates({ url, keys, rate, seconds, mark }))
    await allDrawn(database)
  }
  for (let round = 0; round < warmUps; round++) await create(`warm-up ${round}`)

  const file = path.join(temporaryFolder(), 'perf.data')
  const perf = startPerf(file)
  await create('measured')
  perf.kill('SIGINT')
  await once(perf, 'exit')
  const script = ['script', '-i', file, '-F', 'comm,pid,tid,ip,sym,dso']
  const { stdout } = await promisify(execFile)('perf', script, { maxBuffer: 1024 ** 3 })

  const count = rate * seconds
  const samples = parseSamples(stdout)
  const groups = groupOf(pids)
  const ms = (some: readonly Sample[]) => (some.length * 1000) / frequency / count
  const byGroup = Map.groupBy(samples, groups)
  const rows: Row[] = [...byGroup]
    .filter(([group]) => group !== null)
    .map(([group, own]) => ({ what: group ?? '', ours: format.ms(ms(own)), sort: ms(own) }))
    .toSorted((one, other) => other.sort - one.sort)
    .map(({ what, ours }) => ({ what, ours }))
  const main = byGroup.get(mainThread) ?? []
  return {
    title: 'Profile of one generation',
    rows,
    text: treeOf(main, { owner: ownerOf, perSample: 1000 / frequency / count, min: 0.1 }),
    notes: [
      `As in \`generation\`: ${rate} creates a second of one small image each, one process of role all; ${count} of them, after ${warmUps * count}. Sampled by Linux’s perf at ${frequency} Hz.`,
      'Profiling itself makes the main thread about a quarter slower.',
      'The graph is of the main thread: libraries and folders from the outside in, in ms a generation with all that they call, from 0.1 ms on. What native code does counts for the JavaScript that called it; a function that was resumed stands at the edge, without the one that awaits it.',
    ],
  }
}

const mainThread = 'product, main thread'

/** Names the process and thread of a sample; `null`: of other programs, or idle. */
function groupOf(pids: readonly number[]) {
  const parsers = new Set(pidsOf('parser-process.ts'))
  const threads: Record<string, string> = {
    MainThread: 'main thread',
    V8Worker: 'compiling and garbage',
    'libuv-worker': 'files and codecs',
    'libvips worker': 'images',
  }
  return ({ comm, pid }: Sample): string | null => {
    if (comm === 'postgres') return 'PostgreSQL'
    const process = pids.includes(pid) ? 'product' : parsers.has(pid) ? 'parser' : null
    return process && `${process}, ${threads[comm] ?? 'other threads'}`
  }
}

/** The folder or library of a frame of JavaScript; `null`: of anything else. */
function ownerOf({ symbol }: Frame): string | null {
  if (!symbol.startsWith('JS:')) return null
  const library = /node_modules\/((?:@[^/]+\/)?[^/ ]+)/.exec(symbol)?.[1]
  if (library) return library
  return /\b(src\/[\w-]+\/[\w-]+)\//.exec(symbol)?.[1] ?? /\bnode:[\w/]+/.exec(symbol)?.[0] ?? null
}

function pidsOf(part: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(part)
      } catch {
        return false
      }
    })
    .map(Number)
}

function startPerf(file: string): ChildProcess {
  const record = ['record', '-a', '-F', String(frequency), '-e', 'cpu-clock', '-g', '-o', file]
  return track(spawn('perf', record, { stdio: 'ignore' }))
}

/** Throws a sentence for people where it is not installed. */
function assertPerf(): void {
  try {
    execFileSync('perf', ['--version'], { stdio: 'ignore' })
  } catch {
    throw new Error('perf is missing: install it (Debian: apt install linux-perf)')
  }
}
