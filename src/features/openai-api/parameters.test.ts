import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createApp } from '#core/api/app.ts'
import { readMoney } from '#testing/context.ts'
import { sampleFile } from '#testing/files.ts'
import { repository } from '#testing/product.ts'
import { testClient, testServer } from '#testing/server.ts'

// What docs/openai.md says of each parameter, tried one by one.

const server = await testServer({ media: 'plain', delayMs: 50 })
/** Answers as soon as a generation has started. */
const app = createApp({ ...server.options, resultWaitMs: 0 }, null)

type Values = Record<string, unknown>
type Word = 'honoured' | 'mapped' | 'ignored' | 'refused'
/** `sent`: with it. `becomes`: fields of the model. `param`: how a refusal names it. */
type Probe = {
  section: 'Images' | 'Videos' | 'Speech'
  name: string
  word: Word
  sent: Values
  becomes?: Values
  param?: string
  path?: string
}

const photo = `data:image/png;base64,${(await sampleFile('photo.png')).toString('base64')}`
const edits = '/v1/images/edits'
const edit = { model: 'nano-banana-edit', prompt: 'a blue fox', images: [{ image_url: photo }] }
const paths = { Images: '/v1/images/generations', Videos: '/v1/videos', Speech: '/v1/audio/speech' }
const usual: Record<Probe['section'], Values> = {
  Images: { model: 'flux-dev', prompt: 'a red fox' },
  Videos: { model: 'wan-v2-2-5b', prompt: 'a red fox' },
  Speech: { model: 'eleven-v3', input: 'Good morning', voice: 'Aria' },
}

const probesOf = (
  section: Probe['section'],
  probes: [
    name: string,
    word: Word,
    sent: Values,
    more?: Pick<Probe, 'becomes' | 'param' | 'path'>,
  ][],
): Probe[] => probes.map(([name, word, sent, more]) => ({ section, name, word, sent, ...more }))

const probes = [
  ...probesOf('Images', [
    ['prompt', 'honoured', { prompt: 'a hare' }, { becomes: { prompt: 'a hare' } }],
    ['model', 'honoured', { model: 'flux-schnell' }],
    ['n', 'honoured', { n: 2 }, { becomes: { num_images: 2 } }],
    ['n', 'refused', { n: 11 }],
    ['size', 'mapped', { size: '1536x1024' }, { becomes: { image_size: 'landscape_4_3' } }],
    ['size', 'refused', { size: 'big' }],
    ['output_format', 'honoured', { output_format: 'webp' }],
    [
      'output_format',
      'honoured',
      { ...edit, output_format: 'png' },
      { path: edits, becomes: { output_format: 'png' } },
    ],
    ['quality', 'ignored', { quality: 'hd' }],
    ['response_format', 'honoured', { response_format: 'b64_json' }],
    ['response_format', 'refused', { response_format: 'png' }],
    ['images', 'honoured', edit, { path: edits }],
    [
      'image',
      'honoured',
      { ...edit, images: undefined, image: { image_url: photo } },
      { path: edits },
    ],
    ['image', 'refused', { ...edit, images: [...edit.images, ...edit.images] }, { path: edits }],
    ['mask', 'refused', { ...edit, mask: edit.images[0] }, { path: edits }],
    ['background', 'ignored', { background: 'auto' }],
    ['background', 'ignored', { background: 'opaque' }],
    ['background', 'refused', { background: 'transparent' }],
    ['style', 'ignored', { style: 'natural' }],
    ['moderation', 'ignored', { moderation: 'low' }],
    ['user', 'ignored', { user: 'somebody' }],
    ['input_fidelity', 'ignored', { input_fidelity: 'high' }],
    ['output_compression', 'honoured', { output_compression: 50 }],
    ['stream', 'honoured', { stream: true }],
    ['partial_images', 'honoured', { partial_images: 1 }],
    [
      'file_id',
      'refused',
      { ...edit, images: [{ file_id: 'file-1' }] },
      { path: edits, param: 'images.file_id' },
    ],
  ]),
  ...probesOf('Videos', [
    ['prompt', 'honoured', { prompt: 'a hare' }, { becomes: { prompt: 'a hare' } }],
    ['model', 'honoured', { model: 'text-to-video' }],
    ['seconds', 'mapped', { seconds: '4' }],
    ['size', 'mapped', { size: '720x1280' }, { becomes: { aspect_ratio: '9:16' } }],
    ['input_reference', 'honoured', { input_reference: { image_url: photo } }],
    ['user', 'ignored', { user: 'somebody' }],
    [
      'file_id',
      'refused',
      { input_reference: { file_id: 'file-1' } },
      { param: 'input_reference.file_id' },
    ],
  ]),
  ...probesOf('Speech', [
    ['input', 'honoured', { input: 'Good night' }, { becomes: { text: 'Good night' } }],
    ['model', 'honoured', { model: 'eleven-v3' }],
    ['voice', 'honoured', { voice: 'alice' }, { becomes: { voice: 'Alice' } }],
    ['voice', 'refused', { voice: 'nobody' }],
    ['response_format', 'refused', { response_format: 'flac' }],
    ['speed', 'refused', { speed: 2 }],
    ['instructions', 'ignored', { instructions: 'cheerful' }],
    ['stream_format', 'ignored', { stream_format: 'audio' }],
    ['stream_format', 'refused', { stream_format: 'sse' }],
  ]),
]

/** Every parameter of OpenAI's reference that creates something, and of lists and files of videos. */
const reference = {
  Images: [
    ...[
      'prompt',
      'model',
      'n',
      'quality',
      'response_format',
      'output_format',
      'output_compression',
    ],
    ...['stream', 'partial_images', 'size', 'moderation', 'background', 'style', 'user'],
    ...['image', 'images', 'mask', 'input_fidelity', 'file_id'],
  ],
  Videos: [
    ...['prompt', 'model', 'input_reference', 'seconds', 'size', 'file_id'],
    ...['variant', 'limit', 'order', 'after'],
  ],
  Speech: ['input', 'model', 'voice', 'response_format', 'speed', 'instructions', 'stream_format'],
}

const page = await readFile(path.join(repository, 'docs/openai.md'), 'utf8')

/** The rows of a section's table: the text of each parameter that its first cell names. */
function readRows(section: string): Map<string, string> {
  const [, text = ''] = page.split(`### ${section}\n`)
  const [table = ''] = text.split(/\n#/)
  const namesIn = (cell: string) =>
    [...cell.matchAll(/`([a-z_]+)[^`]*`/g)].map(([, name = '']) => name)
  const rows = [...table.matchAll(/^\| (.*`.*) \| (.*) \|$/gm)].flatMap(
    ([, cell = '', says = '']) => [
      ...namesIn(cell).map((name) => [name, says] as const),
      ...[...says.matchAll(/`(file_id)` is (refused)/g)].map(
        ([, name = '', word = '']) => [name, word] as const,
      ),
    ],
  )
  return new Map(rows)
}

const start = async ({ section, sent, path = paths[section] }: Omit<Probe, 'name' | 'word'>) => {
  const { account, key, request } = await testClient(server)
  const response = await app.request(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...(path === paths[section] && usual[section]), ...sent }),
  })
  const id = response.headers.get('x-generation-id')
  const record = id && (await request('GET', `/api/generations/${id}`)).body
  const { balance } = await readMoney(server.context, account.id)
  const answer = response.status === 400 ? ((await response.json()) as { error: object }) : null
  // Otherwise a stream would wait for its reader, and keep its place.
  if (!answer) await response.body?.cancel()
  return { status: response.status, record, error: answer?.error ?? null, spent: 1000 - balance }
}

describe.each(['Images', 'Videos', 'Speech'] as const)('the table of parameters: %s', (section) => {
  const rows = readRows(section)
  const own = probes.filter((probe) => probe.section === section)

  it('has every parameter of OpenAI’s, and those that are accepted', () => {
    const also = section === 'Videos' ? ['user'] : []
    expect(reference[section].filter((name) => !rows.has(name))).toEqual([])
    const known = [...reference[section], ...also]
    expect([...rows.keys()].filter((name) => !known.includes(name))).toEqual([])
    const elsewhere = ['variant', 'limit', 'order', 'after']
    const tried = new Set([...own.map(({ name }) => name), ...elsewhere])
    expect([...rows.keys()].filter((name) => !tried.has(name))).toEqual([])
  })

  it.each(
    own.map(
      (probe) => [probe.name, probe.word, JSON.stringify(probe.sent).slice(0, 60), probe] as const,
    ),
  )('%s is %s: %s', async (name, word, _, probe) => {
    const says = rows.get(name) ?? ''
    expect(says).toContain(word)
    const { status, record, error, spent } = await start(probe)
    if (word === 'refused') {
      expect(error).toMatchObject({ param: probe.param ?? name, type: 'invalid_request_error' })
      expect([status, record, spent]).toEqual([400, null, 0])
      return
    }
    expect(error).toBeNull()
    expect(spent).toBeGreaterThan(0)
    const isOwnPath = probe.path === undefined
    const without = isOwnPath ? await start({ section, sent: {} }) : null
    if (word === 'ignored') expect(record.input).toEqual(without?.record.input)
    if (probe.becomes) {
      expect(record.input).toMatchObject(probe.becomes)
      expect(without?.record.input ?? {}).not.toMatchObject(probe.becomes)
    }
  })
})

it.each([
  ['POST', '/v1/videos/edits'],
  ['POST', '/v1/videos/extensions'],
  ['POST', '/v1/videos/characters'],
  ['GET', '/v1/videos/characters/char_1'],
])('answers %s %s, which the page names as missing, with not_found', async (method, address) => {
  const named = address.replace('/char_1', '')
  expect(page).toContain(named)
  const { key, account } = await testClient(server)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = method === 'POST' ? JSON.stringify({ prompt: 'a fox' }) : null
  const response = await app.request(address, { method, headers, body })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { code: 'not_found', param: null } })
  expect((await readMoney(server.context, account.id)).balance).toBe(1000)
})
