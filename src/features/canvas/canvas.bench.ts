import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { Context } from '#bench/bench.ts'
import { median } from '#bench/support/measure.ts'
import { format, limitRow, type Report, type Row } from '#bench/support/report.ts'
import { openSetup } from '#bench/support/setup.ts'
import type { CanvasContent } from './contract.ts'

const slowdown = 4
/** A document has some layers that are copies of others. */
const different = 20
const side = 4_096
const tile = 1_024
const MiB = 1024 * 1024
const [maxFrameMs, maxOpenMs] = [17, 2_000]

/** A large document is painted on, and one of many layers is opened, in a real browser. */
export async function run({ server, quick }: Context): Promise<Report> {
  await using setup = await openSetup(server, {
    accounts: 1,
    roles: ['all'],
    environment: {
      // The built-in account chooser stands in where no client of a sign-in provider is named.
      ...{ ATELIER_MODE: 'demo', GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '', FAL_KEY: '' },
      ...{ MOCK_SAMPLES: 'off' },
    },
  })
  const executablePath = process.env.CHROMIUM_PATH
  const args = ['--no-sandbox', '--disable-gpu']
  await using browser = await chromium.launch({ args, ...(executablePath && { executablePath }) })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${setup.url}/api/auth/sign-in?return_to=/canvas`)
  await page.getByRole('textbox').fill('1@example.com')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/canvas')
  const rows = [
    ...(await measureOpening(page, setup.url, quick ? 5 : 100)),
    ...(await measureStrokes(page, setup.url, quick ? 3 : 300)),
  ]
  return {
    title: `A canvas of ${side} × ${side} pixels`,
    rows,
    notes: [
      `Chromium ${browser.version()} without a graphics processor, 1440 × 900; while strokes are measured, its processor is slowed down ${slowdown} times.`,
      'A frame lasts from one requestAnimationFrame to the next while a line of 60 moves is drawn; the screen shows 60 in a second.',
      'Opening lasts from the navigation to the first frame that shows the uppermost layer; the layers are noise of 1,024 × 1,024 pixels, the hardest to decode, ' +
        `of ${different} different images.`,
      'Memory is what the operating system counts for the process of the page (resident).',
    ],
  }
}

type Layers = CanvasContent['layers']

/** A layer of one tile at a place. */
const layerOf = (at: number, file: string, x = 0, y = 0): Layers[number] => ({
  ...{ id: `layer-${at}`, kind: 'image', name: `Layer ${at}`, parent: null, x, y },
  ...{ scale_x: 1, scale_y: 1, rotation: 0, opacity: 1, blend: 'normal' },
  ...{ visible: true, locked: false, width: tile, height: tile, tiles: [{ x: 0, y: 0, file }] },
})

/** Saves a document whose layers show these images. Returns its path. */
async function createDocument(
  page: Page,
  size: { width: number; height: number },
  files: Buffer[],
  layers: (hashes: string[]) => Layers,
): Promise<string> {
  const call = async (method: 'post' | 'put', path: string, data: unknown, type: string) => {
    const { origin } = new URL(page.url())
    const headers = { 'content-type': type, origin }
    const response = await page.request[method](origin + path, { data: data as Buffer, headers })
    if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`)
    return (await response.json()) as { id: string; version: number }
  }
  const json = 'application/json'
  const empty = { name: 'Measured', ...size, document: { format: 1, layers: [] } }
  const { id, version } = await call('post', '/api/canvas/documents', empty, json)
  const hashes = files.map((file) => createHash('sha256').update(file).digest('hex'))
  for (const [at, file] of files.entries())
    await call('put', `/api/canvas/documents/${id}/files/${hashes[at]}`, file, 'image/png')
  const document = { format: 1, layers: layers(hashes) }
  await call(
    'put',
    `/api/canvas/documents/${id}`,
    { base_version: version, ...size, document },
    json,
  )
  return `/canvas/${id}`
}

/** Noise in one colour, so that each layer is known when it is seen. */
async function noise(red: number): Promise<Buffer> {
  const image = sharp({
    create: {
      ...{ width: tile, height: tile, channels: 3, background: 'black' },
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
  return image.linear([0, 1, 1], [red, 0, 0]).png({ compressionLevel: 3 }).toBuffer()
}

async function measureOpening(page: Page, url: string, count: number): Promise<Row[]> {
  const files = await Promise.all(
    Array.from({ length: Math.min(count, different) }, (_, at) => noise(at === 0 ? 200 : 5 * at)),
  )
  const path = await createDocument(page, { width: 2_048, height: 2_048 }, files, (hashes) =>
    Array.from({ length: count }, (_, at) =>
      layerOf(
        at,
        hashes[at === count - 1 ? 0 : 1 + (at % (files.length - 1))] ?? '',
        (at * 97) % tile,
        (at * 61) % tile,
      ),
    ),
  )
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    await page.goto(url + path)
    times.push(await page.evaluate(shownAt))
  }
  return [limitRow(`${count} layers are opened`, median(times), maxOpenMs, format.ms)]
}

/** Ms from the navigation to a frame that shows the red of the uppermost layer. */
function shownAt(): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const canvas = document.querySelector<HTMLCanvasElement>('canvas[role=img]')
      const context = canvas?.getContext('2d')
      const { data } = context?.getImageData(0, 0, canvas?.width ?? 1, canvas?.height ?? 1) ?? {}
      const isShown = data?.some((value, at) => at % 4 === 0 && value > 190 && value < 210)
      if (isShown) resolve(performance.now())
      else requestAnimationFrame(look)
    }
    look()
  })
}

async function measureStrokes(page: Page, url: string, count: number): Promise<Row[]> {
  const file = await noise(60)
  const size = { width: side, height: side }
  const path = await createDocument(page, size, [file], ([hash = '']) =>
    Array.from({ length: 16 }, (_, at) => layerOf(at, hash, (at % 4) * tile, (at >> 2) * tile)),
  )
  await page.goto(url + path)
  const canvas = page.locator('canvas[role=img]')
  await canvas.waitFor()
  await page.keyboard.press('b')
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser')
  const before = await memoryOf(browser)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const box = await canvas.boundingBox()
  if (!box) throw new Error('There is no canvas')
  const frames: number[] = []
  for (let stroke = 0; stroke < count; stroke++) {
    const y = box.y + box.height * (0.1 + (0.8 * (stroke % 40)) / 40)
    const isMeasured = stroke < 10
    await page.mouse.move(box.x + box.width * 0.3, y)
    await page.mouse.down()
    if (isMeasured) await page.evaluate(watchFrames)
    await page.mouse.move(box.x + box.width * 0.7, y + 20, { steps: isMeasured ? 60 : 5 })
    if (isMeasured) frames.push(...(await page.evaluate(endFrames)))
    await page.mouse.up()
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const after = await memoryOf(browser)
  const sorted = frames.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return [
    limitRow('a frame of a stroke, the middle one', at(0.5), maxFrameMs, format.ms),
    { what: 'a frame of a stroke, the 95th of 100', ours: format.ms(at(0.95)) },
    { what: 'the longest frame of a stroke', ours: format.ms(at(1)) },
    { what: 'memory before strokes', ours: mebibytes(before) },
    { what: `memory after ${count} strokes that can be undone`, ours: mebibytes(after) },
  ]
}

const mebibytes = (bytes: number) => `${Math.round(bytes / MiB)} MiB`

type Watch = { strokeFrames?: number[]; isWatching?: boolean }

function watchFrames(): void {
  const watch = globalThis as Watch
  watch.strokeFrames = []
  watch.isWatching = true
  let last: number | undefined
  const next = (now: number) => {
    if (last !== undefined) watch.strokeFrames?.push(now - last)
    last = now
    if (watch.isWatching) requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}

function endFrames(): number[] {
  const watch = globalThis as Watch
  watch.isWatching = false
  return watch.strokeFrames ?? []
}

/** The resident memory of the largest page process, in bytes. */
async function memoryOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const pages = processInfo.filter(({ type }) => type === 'renderer')
  const sizes = pages.map(({ id }) => {
    const [, resident] = readFileSync(`/proc/${id}/statm`, 'utf8').split(' ')
    return Number(resident) * 4_096
  })
  return Math.max(0, ...sizes)
}
