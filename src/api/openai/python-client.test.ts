import { execFile, execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { fileDirectory } from '#testing/after-file.ts'
import { readMoney } from '#testing/context.ts'
import { serveApp } from '#testing/fal-client.ts'
import { mediaPath } from '#testing/sample-media.ts'
import { testClient, testServer } from '#testing/server.ts'

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

it.skipIf(!process.env.REQUIRE_PYTHON && !hasPackage())(
  'Python’s client makes images, edits, speech and videos, and reads a refusal',
  async () => {
    const server = await testServer({ media: 'plain', delayMs: 50 })
    const url = await serveApp(server)
    const { account, key } = await testClient(server, { credits: 5000 })
    const file = path.join(await fileDirectory('python'), 'program.py')
    await writeFile(file, program)
    const run = promisify(execFile)(python, [file, url, key, mediaPath('photo.png')])
    expect((await run).stdout.trim()).toBe('400 n')
    const { entries } = await readMoney(server.context, account.id)
    expect(entries.filter(({ reason }) => reason === 'charge')).toHaveLength(4)
  },
)
