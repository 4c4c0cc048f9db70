import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import type { Context } from '#bench/bench.ts'
import { type Memory, median, watchMemory } from '#bench/support/measure.ts'
import { temporaryFolder } from '#bench/support/processes.ts'
import { insertRecords, recordId } from '#bench/support/records.ts'
import { format, limitRow, type Report, type Row } from '#bench/support/report.ts'
import { openSetup, type Setup } from '#bench/support/setup.ts'

const MiB = 1024 * 1024
const count = 64
const image = { key: 'large.webp', shape: 'square', width: 512, height: 512, bytes: 16 * MiB }
/** One record in 40 has no image. */
const ids = Array.from({ length: count + 1 }, (_, index) => recordId(1, index + 1)).toSpliced(39, 1)
const maxMemory = 64 * MiB
const maxFirstByteMs = 100

type Address = { url: string; headers: Record<string, string> }

/** Times in ms from the request. `null`: the system does not report it. */
type Measured = { firstByte: number; whole: number; bytes: number; memory: Memory | null }

/** Many files in one download. */
export async function run({ server, quick }: Context): Promise<Report> {
  const rounds = quick ? 1 : 2
  const dataDir = temporaryFolder()
  await mkdir(path.join(dataDir, 'media'))
  await writeFile(path.join(dataDir, 'media', image.key), randomBytes(image.bytes))
  await using setup = await openSetup(server, {
    accounts: 1,
    roles: ['all'],
    environment: { DATA_DIR: dataDir },
    fill: (database) => insertRecords(database, 1, { count: count + 1, images: [image] }),
  })
  const prepare = prepareZip(setup)
  const pid = setup.pids[0] ?? 0
  // The first request of all compiles and connects, whatever it asks for.
  await measure(pid, await prepare(1))
  const zips: Measured[] = []
  for (let round = 0; round < rounds; round++) zips.push(await measure(pid, await prepare(count)))
  const firstByte = zips.map((zip) => zip.firstByte)
  const bytesPerMs = zips.map((zip) => zip.bytes / zip.whole)
  const formatMiBRate = (rate: number) => `${Math.round((rate * 1000) / MiB)} MB/s`
  const memories = zips.flatMap(({ memory }) => memory ?? [])
  const most = memories.toSorted((a, b) => b.growth - a.growth)[0] ?? null
  return {
    title: 'Downloads',
    rows: [
      {
        ...memoryRow('1 GB as one zip / made in memory', most),
        yardstick: '+2048 MB, 2125 MB in all',
      },
      {
        ...limitRow(
          'first byte of it / made in memory',
          median(firstByte),
          maxFirstByteMs,
          format.ms,
        ),
        yardstick: '8992 ms (10662 ms)',
      },
      {
        what: 'rate / the files one by one',
        ours: format.rounds(bytesPerMs, formatMiBRate, Math.max),
        yardstick: '38 MB/s (38 MB/s)',
      },
    ],
    notes: [
      `1 GB: ${count} times a file of 16 MiB on local disk, downloaded over loopback from the real process of role all, after one download of a single file; ${rounds} rounds, the best and in brackets the median.`,
      'Memory: how far the peak of the serving process’s resident memory lies above where it stood when the download was asked for, and the peak itself, of the round that took most. First byte: from the request until the first byte of the zip.',
      'Yardsticks, measured on 2026-11-21 in the same run as Atelier’s +0 MB, 224 MB in all, 32.5 ms (69.4 ms) and 117 MB/s: bare node:http that reads every file, makes the zip in memory and sends it (nine times the memory, 276 times the wait); and the same files fetched one after another from the same process of Atelier (3.59 times the time, 2.1 times the CPU).',
      'Slow readers, eight at once at 4 MiB a second each, who leave after 5 s: +30 MB, 255 MB in all, and no file left open, on 2026-11-21.',
    ],
  }
}

function memoryRow(what: string, memory: Memory | null): Row {
  const format = (bytes: number) => Math.round(bytes / MiB)
  return {
    what: `memory: ${what}`,
    goal: `≤ +${format(maxMemory)} MB`,
    isMet: memory && memory.growth <= maxMemory,
    ours: memory ? `+${format(memory.growth)} MB, ${format(memory.peak)} MB in all` : 'unknown',
  }
}

/** Reads an answer to its end, as fast as it comes, and throws it away. */
async function measure(pid: number, { url, headers }: Address): Promise<Measured> {
  const [memory, start] = [watchMemory(pid), performance.now()]
  const answered = once(get(url, { headers, agent: false }), 'response')
  const [answer] = (await answered) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
  let [firstByte, bytes] = [0, 0]
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    firstByte ||= performance.now() - start
    bytes += chunk.length
  }
  const announced = answer.headers['content-length'] ?? bytes
  if (bytes !== Number(announced))
    throw new Error(`${bytes} bytes came, ${announced} were announced`)
  return { firstByte, bytes, whole: performance.now() - start, memory: memory() }
}

/** Returns a function that prepares a zip of the first `some` images of the account. */
function prepareZip({ url, keys }: Setup) {
  const headers = { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' }
  return async (some: number): Promise<Address> => {
    const imageIds = ids.slice(0, some)
    const order = { method: 'POST', headers, body: JSON.stringify({ imageIds }) }
    const answer = await fetch(`${url}/api/image-generation/download`, order)
    if (!answer.ok) throw new Error(`Not prepared: ${answer.status} ${await answer.text()}`)
    const { downloadUrl } = (await answer.json()) as { downloadUrl: string }
    return { url: url + downloadUrl, headers }
  }
}
