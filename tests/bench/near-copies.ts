import { sql } from 'kysely'
import sharp, { type Sharp } from 'sharp'
import { type HistoryFilters, pageOrder } from '#core/history/list-history.ts'
import { findPage } from '#core/history/queries/find-page.ts'
import { maxDistance } from '#core/image-search/near-copy-rules.ts'
import { findOwnNearCopies } from '#core/image-search/queries.ts'
import { shrinkImage } from '#core/media/read-image.ts'
import { findResultsByAppearance } from '#core/provenance/queries.ts'
import { onlineMigrations } from '#core/schema/online-migrations.ts'
import type { Database } from '#platform/database/database.ts'
import { runOnlineMigration } from '#platform/database/online-migrations.ts'
import { drawing } from '#testing/drawings.ts'
import type { Context } from './bench.ts'
import { fillHistory } from './history-records.ts'
import { timeCalls } from './support/measure.ts'
import { format, type Report, type Row } from './support/report.ts'
import { accountId, openSetup, type PostgresServer } from './support/setup.ts'

type Sizes = { own: number; all: number; times: number }

type Change = (image: Sharp) => Sharp

const size = 512
const text = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><text x="20" y="480" font-size="48" font-family="sans-serif" fill="#fff" stroke="#000">A line of text</text></svg>`,
)

/** What happens to images on their way; each is then saved as JPEG of quality 90 unless it says otherwise. */
const changes: Record<string, Change> = {
  'JPEG, quality 70': (image) => image.jpeg({ quality: 70 }),
  'half the size': (image) => image.resize(size / 2),
  mirrored: (image) => image.flop(),
  'a line of text over it': (image) => image.composite([{ input: text }]),
  'a fifth brighter': (image) => image.modulate({ brightness: 1.2 }),
  blurred: (image) => image.blur(2),
  'black and white': (image) => image.greyscale(),
  '5 % cropped at the edges': (image) =>
    image.extract({ left: 13, top: 13, width: size - 26, height: size - 26 }),
}

/** How many copies are found among other images, and what a search costs. */
export async function run({ server, quick }: Context): Promise<Report> {
  const images = quick ? 20 : 1_000
  const sizes = quick
    ? { own: 1_000, all: 5_000, times: 3 }
    : { own: 100_000, all: 500_000, times: 50 }
  const { recalls, falsePairs, pairs, unhashed } = await measureRecall(images)
  const searches = await measureSearch(server, sizes)
  return {
    title: 'Near copies',
    rows: [
      ...Object.entries(recalls).map(([what, found]) => ({
        what: `found: ${what}`,
        ours: format.percent(found / (images - unhashed)),
      })),
      {
        what: 'pairs of different images taken for copies',
        ours: `${falsePairs} of ${pairs.toLocaleString('en')}`,
      },
      { what: 'images without a hash', ours: `${unhashed} of ${images}` },
      ...searches,
    ],
    notes: [
      `Copies: ${images.toLocaleString('en')} drawn images (shapes at random places, no photographs), each changed in ${Object.keys(changes).length} ways and saved as JPEG; found: at most ${maxDistance} of 256 bits differ, also from the mirrored image.`,
      `Searches: p50, and p99 beside it, of ${sizes.times} calls one after the other; ${sizes.own.toLocaleString('en')} results of one account and ${sizes.all.toLocaleString('en')} in all, half of them public, with random hashes. All of them are compared each time.`,
    ],
  }
}

async function measureRecall(images: number) {
  const hashes: bigint[] = []
  const recalls = Object.fromEntries(Object.keys(changes).map((name) => [name, 0]))
  let unhashed = 0
  for (let seed = 0; seed < images; seed++) {
    const original = await sharp(drawing(seed)).png().toBuffer()
    const { hash } = await look(original)
    if (!hash) {
      unhashed++
      continue
    }
    hashes.push(BigInt(`0b${hash}`))
    for (const [name, change] of Object.entries(changes)) {
      const copy = await change(sharp(original).removeAlpha()).jpeg({ quality: 90 }).toBuffer()
      const copied = await look(copy)
      const isFound = [copied.hash, copied.mirrored].some(
        (each) => each && distance(BigInt(`0b${each}`), BigInt(`0b${hash}`)) <= maxDistance,
      )
      if (isFound) recalls[name] = (recalls[name] ?? 0) + 1
    }
  }
  let falsePairs = 0
  for (const [at, one] of hashes.entries())
    for (const other of hashes.slice(at + 1)) if (distance(one, other) <= maxDistance) falsePairs++
  return { recalls, falsePairs, pairs: (hashes.length * (hashes.length - 1)) / 2, unhashed }
}

const look = (content: Buffer) => shrinkImage({ content, maxPixels: 10_000_000 })

function distance(one: bigint, other: bigint): number {
  let bits = 0
  for (let left = one ^ other; left > 0n; left >>= 32n) {
    let word = Number(left & 0xffff_ffffn)
    for (; word !== 0; word = (word & (word - 1)) >>> 0) bits++
  }
  return bits
}

/** What a search costs among the results of one account, and among those of all. */
async function measureSearch(server: PostgresServer, { own, all, times }: Sizes): Promise<Row[]> {
  const size = { large: own, others: Math.round((all - own) / 400), each: 400 }
  const fill = async (database: Database) => {
    await fillHistory(database, size)
    await sql`update media set colors = 1 << (hashtext(id::text) & 7),
      perceptual_hash = ('x' || md5(id::text) || md5('x' || id::text))::bit(256) where role <> 'input'`.execute(
      database,
    )
    await sql`update generation set is_public = hashtext(id::text) % 2 = 0`.execute(database)
    for (const migration of onlineMigrations)
      await runOnlineMigration(database, migration, new AbortController().signal)
    await sql`vacuum analyze media, generation`.execute(database)
  }
  await using setup = await openSetup(server, { accounts: size.others + 1, roles: ['web'], fill })
  const { database } = setup
  const one = accountId(1)
  const { rows } = await sql<{ generation_id: string; perceptual_hash: string }>`
    select generation_id, perceptual_hash from media where account_id = ${one} and perceptual_hash is not null limit 1`.execute(
    database,
  )
  const [found] = rows
  if (!found) throw new Error('No results')
  const hashes = [found.perceptual_hash]
  const order = { accountId: one, kind: 'image', page: 1, pageSize: 20 } as const
  const page = async (filters: HistoryFilters) =>
    (await findPage(database, pageOrder({ ...order, filters }))).total
  const timed = async (what: string, call: () => Promise<unknown>) => {
    const { p50, p99 } = await timeCalls(times, call)
    return { what, ours: `${format.ms(p50)}, p99 ${format.ms(p99)}` }
  }
  return [
    await timed('records of the account like a file', () =>
      findOwnNearCopies(database, { accountId: one, hashes, limit: 12 }),
    ),
    await timed('page of near copies', () => page({ near: found.generation_id })),
    await timed('page of a colour, an eighth of all', () => page({ color: 'red' })),
    await timed('public results like a file', () =>
      findResultsByAppearance(database, { hashes, readerId: null }),
    ),
  ]
}
