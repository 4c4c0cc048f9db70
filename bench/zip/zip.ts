import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { cpuOf } from '../measure/cpu-time.ts'
import { load } from '../measure/machine.ts'
import { watchMemory } from '../measure/peak-memory.ts'
import { writeReport } from '../measure/report.ts'
import { openServer } from '../world/server.ts'
import { startInMemory } from './in-memory.ts'
import { type Address, readAll, readAnswer, readSlowly } from './read-answer.ts'
import { type Measured, type Round, type Slow, slowRow, wholeRow, zipRows } from './rows.ts'
import { type ZipWorld, zipWorld } from './world.ts'

const rounds = 2
const count = 64
const bytes = 16 * 1024 * 1024
const slow = { readers: 8, rate: 4 * 1024 * 1024, seconds: 5 }

/** Many files in one download. */
export async function run(): Promise<void> {
  await using server = await openServer()
  const before = load()
  await using world = await zipWorld(server, { count, bytes })
  // The first request of all compiles and connects, whatever it asks for.
  await readAnswer(await world.prepare(1))
  const measured: Round[] = []
  const whole = await measure(world.pid, [world.whole])
  for (let round = 0; round < rounds; round++) measured.push(await measureRound(world))
  const slowly = await measureSlow(world)

  const notes = [
    `1 GB: ${count} files of 16 MiB on local disk, downloaded over loopback from the real process of role all, after one download of a single file; ${rounds} rounds, the best and in brackets the median; ratios are taken within a round, their median is shown.`,
    'Memory: how far the peak of the serving process’s resident memory lies above where it stood when the download was asked for, and the peak itself, of the round that took most; the ratio is of the peaks. First byte: from asking until the first byte of the zip.',
    'Yardsticks: bare node:http, a new process each round, that reads every file, makes the zip in memory and sends it; and the same files fetched one after another from the same process of Atelier.',
    'Everything of the account: the same files and `account.json`, as the first thing after that single file, when the process has not grown yet.',
    `Slow readers: ${slow.readers} at once, 4 MiB a second each, who leave after ${slow.seconds} s; then the files that the process still holds open are counted.`,
  ]
  const report = {
    name: 'zip',
    title: 'Downloads',
    rows: [...zipRows(measured), wholeRow(whole), slowRow(slowly)],
    notes,
  }
  await writeReport({ ...report, loads: [before, load()] }, server)
}

async function measureRound(world: ZipWorld): Promise<Round> {
  const single = await measure(world.pid, world.singles)
  const ours = await measure(world.pid, [await world.prepare(count)])
  await using naive = await startInMemory({ files: world.files, bytes })
  const buffered = await measure(naive.pid, [{ url: naive.url, headers: {} }])
  return { ours, single, buffered }
}

/** One answer after another. */
async function measure(pid: number, addresses: Address[]): Promise<Measured> {
  const [memory, cpu] = [watchMemory(pid), cpuOf(pid)]
  const reading = await readAll(addresses)
  const after = cpuOf(pid)
  return { ...reading, memory: memory(), cpu: cpu === null || after === null ? null : after - cpu }
}

async function measureSlow(world: ZipWorld): Promise<Slow> {
  const addresses = await Promise.all(
    Array.from({ length: slow.readers }, () => world.prepare(count)),
  )
  const memory = watchMemory(world.pid)
  await Promise.all(addresses.map((address) => readSlowly(address, slow)))
  const most = memory()
  await delay(1_000)
  return { memory: most, leftOpen: openFiles(world) }
}

/** How many of the recorded files the serving process holds open. */
function openFiles({ pid, files }: ZipWorld): number | null {
  if (process.platform !== 'linux') return null
  const held = readdirSync(`/proc/${pid}/fd`).map((number) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${number}`)
    } catch {
      return null
    }
  })
  return held.filter((file) => file !== null && files.includes(file)).length
}
