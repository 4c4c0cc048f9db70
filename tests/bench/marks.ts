import { createPrivateKey } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { startParser } from '#core/parsers/parser.ts'
import { createParserPool } from '#core/parsers/parser-pool.ts'
import { makeRoot, makeSigner } from '#core/provenance/make-certificate.ts'
import { signFile } from '#core/provenance/mark-result.ts'
import type { Mark } from '#core/provenance/rules/mark.ts'
import { createSigning } from '#core/provenance/signing.ts'
import type { Database } from '#platform/database/database.ts'
import { mediaPath } from '#testing/sample-media.ts'
import { testSettings } from '#testing/settings.ts'
import type { Context } from './bench.ts'
import { measureHttp } from './starts.ts'
import { median, summarize } from './support/measure.ts'
import { temporaryFolder } from './support/processes.ts'
import { format, limitRow, type Report, roundsRow } from './support/report.ts'
import { openSetup, type PostgresServer } from './support/setup.ts'
import { measureLatency } from './webhook.ts'

const maxMs = { sign: 150, later: 150 }

/** What marking costs: a signature by itself, and what a person waits for longer. */
export async function run({ server, quick }: Context): Promise<Report> {
  const [rounds, seconds, times, videos] = quick ? [1, 2, 5, 20] : [3, 5, 60, 1_000]
  const signed = await measureSigning(server, times)
  const off = path.join(temporaryFolder(), 'settings.json')
  await writeFile(off, JSON.stringify({ mark_results: false }))
  const plain: number[] = []
  const marked: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const [into, environment] of [
      [plain, { SETTINGS_FILE: off }],
      [marked, {}],
    ] as const) {
      const { received } = await measureLatency(server, { rounds: 1, seconds, environment })
      into.push(...received.map((latencies) => summarize(latencies).p50))
    }
  }
  const later = median(marked) - median(plain)
  const starts = { plain: [] as number[], marked: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const http = (environment: Record<string, string>) =>
      measureHttp(server, 'all', Math.min(seconds, 3), environment)
    starts.plain.push((await http({ SETTINGS_FILE: off })).rate)
    starts.marked.push((await http({})).rate)
  }
  const memory = await measureMemory(server, videos)
  return {
    title: 'Marking results',
    rows: [
      ...signed.map(({ name, ms }) =>
        limitRow(`sign ${name}, p95`, summarize(ms).p95, maxMs.sign, format.ms),
      ),
      {
        what: 'webhook to event, p50, with marks; yardstick: without',
        ratio: `${Math.round((100 * median(marked)) / median(plain))} %`,
        ours: format.rounds(marked, format.ms),
        yardstick: format.rounds(plain, format.ms),
      },
      limitRow('longer until the image is visible', later, maxMs.later, format.ms),
      roundsRow(
        'starts through HTTP, role all, with marks; yardstick: without',
        {
          ...{ ours: starts.marked, yardstick: starts.plain },
        },
        'rate',
      ),
      {
        what: `memory of a parser after ${videos.toLocaleString('en')} videos; after the first ${warmVideos}`,
        ours: `${memory.after} MB, ${memory.processes} processes`,
        yardstick: `${memory.before} MB`,
      },
    ],
    notes: [
      `Signing: ${times} times each, one after the other, in a parser that has loaded the library: metadata, manifest and signature, with the way to the process and back. Noise is as hard to compress as images get.`,
      `Latency: as in the benchmark of webhooks, ${rounds} rounds of ${seconds} s for each, alternating, every round a new process.`,
      `Videos: MP4 of ${videoBytes / 1e6} MB, signed on the disk one after the other; resident memory as the system reports it.`,
    ],
  }
}

/** So many videos warm a parser up. */
const warmVideos = 10

const videoBytes = 10_000_000

const mark: Mark = {
  source: 'trainedAlgorithmicMedia',
  generation: '01980000-0000-7000-8000-000000000001',
  generationType: 'text-to-image',
  ...{ model: 'flux-dev', modelName: 'FLUX.1 dev', provider: 'fal', studio: 'Studio' },
  ...{ version: '1.0.0', madeAt: new Date('2026-11-28T00:00:00Z') },
}

async function openSigning(database: Database) {
  const now = new Date()
  const root = await makeRoot('Studio', now)
  const own = { certificate: root.certificates, key: createPrivateKey(root.key) }
  const settings = testSettings()
  const { certificates, key } = await makeSigner('Studio', own, now)
  const given = { certificates: certificates + root.certificates, key }
  return createSigning({ database, settings }, given)
}

/** The memory of the parser that signs videos, in MB, and how many processes it took. */
async function measureMemory(server: PostgresServer, videos: number) {
  await using setup = await openSetup(server, { accounts: 1, roles: ['web'] })
  const signing = await openSigning(setup.database)
  const pids: number[] = []
  const start = (onEnd: () => void) => {
    const parser = startParser(onEnd)
    pids.push(parser.pid ?? 0)
    return parser
  }
  const parsers = createParserPool({ meter: { count: () => undefined }, start })
  const folder = temporaryFolder()
  const [from, to] = [path.join(folder, 'video'), path.join(folder, 'marked')]
  await writeFile(from, await largeVideo())
  const residentMb = async () => {
    const status = await readFile(`/proc/${pids.at(-1)}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
  }
  let before = 0
  for (let video = 0; video < videos; video++) {
    if (video === warmVideos) before = await residentMb()
    const { state } = await signFile({ parsers, signing }, 'bench', {
      ...{ file: { from, to }, contentType: 'video/mp4', mark, kind: 'made', xmp: null },
      ingredients: [],
    })
    if (state !== 'signed') throw new Error(`The video was not signed: ${state}`)
  }
  const after = await residentMb()
  parsers.stop()
  await signing.stop()
  return { before, after, processes: pids.length }
}

/** A short video, made long by a box that players skip. */
async function largeVideo(): Promise<Buffer> {
  const video = await readFile(mediaPath('clip.mp4'))
  const box = Buffer.alloc(videoBytes - video.length)
  box.writeUInt32BE(box.length)
  box.write('free', 4)
  return Buffer.concat([video, box])
}

async function measureSigning(server: PostgresServer, times: number) {
  await using setup = await openSetup(server, { accounts: 1, roles: ['web'] })
  const signing = await openSigning(setup.database)
  const parsers = createParserPool({ meter: { count: () => undefined } })
  const results = []
  for (const [width, height] of [
    [512, 512],
    [1024, 768],
    [1440, 1200],
  ] as const) {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const create = { width, height, channels: 3, background: '#000', noise } as const
    const content = await sharp({ create }).png().toBuffer()
    const ms: number[] = []
    for (let time = -3; time < times; time++) {
      const from = performance.now()
      await signFile({ parsers, signing }, 'bench', {
        ...{ file: { content }, contentType: 'image/png', mark, kind: 'made', xmp: null },
        ingredients: [],
      })
      if (time >= 0) ms.push(performance.now() - from)
    }
    results.push({ name: `a PNG of ${(content.length / 1e6).toFixed(1)} MB`, ms })
  }
  parsers.stop()
  await signing.stop()
  return results
}
