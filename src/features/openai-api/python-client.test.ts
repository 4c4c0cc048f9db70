import { execFile, execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { fileDirectory } from '#testing/after-file.ts'
import { readMoney } from '#testing/context.ts'
import { serveApp } from '#testing/fal-client.ts'
import { type RecordedRequest, recordRequests, sendRecorded } from '#testing/recorded-http.ts'
import { testClient, testServer } from '#testing/server.ts'

/**
 * The requests of the program below, for machines without the package. RECORD_PYTHON=1 writes them
 * anew.
 */
const recording = path.join(import.meta.dirname, '../../../tests/support/python-requests.json')

/** `PYTHON` names one that has OpenAI's package. */
const { PYTHON: python = 'python3' } = process.env

function hasPackage(): boolean {
  try {
    execFileSync(python, ['-c', 'import openai'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const program = `
import os, sys, time
from openai import OpenAI, APIStatusError
client = OpenAI(base_url=sys.argv[1] + '/v1', api_key=sys.argv[2], max_retries=0)
assert 'flux-dev' in [model.id for model in client.models.list()]
image = client.images.generate(model='flux-dev', prompt='a red fox', n=2, response_format='b64_json')
assert len(image.data) == 2 and len(image.data[0].b64_json) > 100
with open(sys.argv[3], 'rb') as photo:
    edit = client.images.edit(model='nano-banana-edit', image=photo, prompt='a blue fox')
assert edit.data[0].url.startswith('http')
speech = client.audio.speech.create(model='eleven-v3', voice='alloy', input='Good morning.')
assert len(speech.read()) > 100
video = client.videos.create(model='text-to-video', prompt='a fox runs')
while video.status in ('queued', 'in_progress'):
    time.sleep(0.2)
    video = client.videos.retrieve(video.id)
assert video.status == 'completed', video
assert len(client.videos.download_content(video.id).read()) > 100
try:
    client.images.generate(model='flux-dev', prompt='x', n=20)
except APIStatusError as error:
    print(error.status_code, error.body['param'])
`

const server = await testServer({ media: 'plain', delayMs: 50 })
const url = await serveApp(server)

async function visitor() {
  const { account, key } = await testClient(server, { credits: 5000 })
  const countCharges = async () =>
    (await readMoney(server.context, account.id)).entries.filter(
      ({ reason }) => reason === 'charge',
    ).length
  return { key, countCharges }
}

it.skipIf(!process.env.REQUIRE_PYTHON && !hasPackage())(
  'Python’s client makes images, edits, speech and videos, and reads a refusal',
  async () => {
    const { key, countCharges } = await visitor()
    const recorder = process.env.RECORD_PYTHON ? await recordRequests(url) : undefined
    const directory = await fileDirectory('python')
    const [file, photo] = [path.join(directory, 'program.py'), path.join(directory, 'photo.png')]
    await writeFile(file, program)
    const flat = { width: 512, height: 512, channels: 3 as const, background: '#b55a30' }
    await sharp({ create: flat }).png().toFile(photo)
    const { stdout } = await promisify(execFile)(python, [file, recorder?.url ?? url, key, photo])
    expect(stdout.trim()).toBe('400 n')
    expect(await countCharges()).toBe(4)
    if (recorder) await writeFile(recording, `${JSON.stringify(recorder.requests, null, 2)}\n`)
  },
)

it('the recorded requests of Python’s client are answered as they were', async () => {
  const { key, countCharges } = await visitor()
  const recorded = JSON.parse(await readFile(recording, 'utf8')) as RecordedRequest[]
  const paths = recorded.map(({ method, path: each }) => `${method} ${each}`)
  expect(paths).toEqual([
    'GET /v1/models',
    'POST /v1/images/generations',
    'POST /v1/images/edits',
    'POST /v1/audio/speech',
    'POST /v1/videos',
    expect.stringMatching(/^GET \/v1\/videos\/[^/]+$/),
    expect.stringMatching(/^GET \/v1\/videos\/[^/]+\/content$/),
    'POST /v1/images/generations',
  ])
  let video = ''
  for (const request of recorded) {
    const current = {
      ...request,
      path: request.path.replace(/\/videos\/[^/]+/, `/videos/${video}`),
    }
    const send = () => sendRecorded(url, current, key)
    const readStatus = async () => ((await (await send()).json()) as { status: string }).status
    if (/\/videos\/[^/]+$/.test(request.path)) await expect.poll(readStatus).toBe('completed')
    const response = await send()
    if (response.status !== request.status) expect.unreachable(await response.text())
    if (request.path === '/v1/videos') video = ((await response.json()) as { id: string }).id
  }
  expect(await countCharges()).toBe(4)
})
