import { randomUUID } from 'node:crypto'
import { createOpenAi } from '#providers/openai/openai.ts'
import type { PortOptions, PortWorld } from './port-suite.ts'
import {
  formOf,
  type ServerAnswer,
  type ServerCall,
  sampleMp4,
  samplePng,
  testHttpServer,
} from './test-server.ts'

/** `medium`: whether jobs are videos. `asUrl`: images come as addresses, not as base64. `id`: the instance's. */
type OpenAiOptions = PortOptions & {
  medium?: 'image' | 'video'
  asUrl?: boolean
  code?: string
  id?: string
  /** The answer to a chat. */
  chat?: object
}

/** What is heard in a file, in its own words. */
const heard = {
  task: 'transcribe',
  language: 'english',
  duration: 3.2,
  text: 'The kettle sings. It is six.',
  segments: [
    { id: 0, start: 0, end: 1.9, text: ' The kettle sings.' },
    { id: 1, start: 1.9, end: 3.2, text: ' It is six.' },
  ],
}

type Job = { id: string; asked: number }

/** A server that speaks OpenAI's images and videos, and its adapter. */
export async function openAiWorld({
  medium = 'image',
  asUrl = false,
  fault,
  isHeld,
  code = 'server_error',
  id = 'openai',
  chat = { choices: [] },
}: OpenAiOptions = {}): Promise<PortWorld & { bodies: Record<string, unknown>[] }> {
  const jobs = new Map<string, Job>()
  const bodies: Record<string, unknown>[] = []
  let accepted = 0
  let received = Buffer.alloc(0)
  const png = await samplePng

  const answer = async (call: ServerCall): Promise<ServerAnswer> => {
    const { path } = call
    const isAccepted = call.headers.authorization === 'Bearer key'
    if (fault === 'unauthorized' || !isAccepted) return failure(401, 'invalid_api_key')
    if (path === '/v1/models') return { json: { object: 'list', data: [] } }
    if (path === '/v1/files/result.png') return { bytes: png, type: 'image/png' }
    if (call.method === 'POST') return create(call)
    const [, id = '', content] = /^\/v1\/videos\/([^/]+)(\/content)?$/.exec(path) ?? []
    const job = jobs.get(id)
    if (!job || (content && fault === 'expired')) return failure(404, 'not_found')
    if (content) return { bytes: sampleMp4, type: 'video/mp4' }
    job.asked += 1
    return { json: present(job) }
  }
  const { url } = await testHttpServer(answer)

  async function create(call: ServerCall): Promise<ServerAnswer> {
    if (fault === 'busy') return failure(429, 'rate_limit_exceeded')
    const body = await bodyOf(call)
    bodies.push(body)
    if (call.path === '/v1/audio/transcriptions') {
      accepted += 1
      return { json: body.response_format === 'verbose_json' ? heard : { text: heard.text } }
    }
    if (call.path === '/v1/chat/completions') {
      accepted += 1
      return { json: chat }
    }
    if (typeof body.prompt !== 'string') return failure(400, 'missing_required_parameter')
    if (/forbidden/.test(body.prompt)) return failure(400, 'moderation_blocked')
    accepted += 1
    const job = { id: `video_${randomUUID()}`, asked: 0 }
    jobs.set(job.id, job)
    if (fault === 'lost-answer') return 'drop'
    if (call.path === '/v1/videos') return { json: present(job) }
    const image = asUrl
      ? { url: `${url}/v1/files/result.png` }
      : { b64_json: png.toString('base64'), revised_prompt: 'a better fox' }
    return { json: { created: 1, data: [image] } }
  }

  async function bodyOf(call: ServerCall): Promise<Record<string, unknown>> {
    if (!call.headers['content-type']?.startsWith('multipart/')) return call.json()
    const form = await formOf(call)
    for (const value of form.values())
      if (value instanceof File) received = Buffer.from(await value.arrayBuffer())
    return Object.fromEntries(form)
  }

  function present({ id, asked }: Job) {
    const isDone = asked > 1 && !isHeld
    const ended = fault === 'failed-job' ? 'failed' : 'completed'
    const status = asked === 0 ? 'queued' : isDone ? ended : 'in_progress'
    const error = status === 'failed' ? { code, message: 'It could not be made' } : null
    return { id, object: 'video', status, progress: isDone ? 100 : 40, error }
  }

  const endpoint = medium === 'video' ? 'videos' : 'images/generations'
  const input = { model: 'some-model', prompt: 'a red fox' }
  return {
    provider: createOpenAi({ id, key: 'key', url: `${url}/v1` }),
    endpoint,
    input,
    bodies,
    accepted: async () => accepted,
    fileInput: (file) =>
      medium === 'video'
        ? { endpoint, input: { ...input, input_reference: file } }
        : { endpoint: 'images/edits', input: { ...input, image: [file] } },
    receivedFile: async () => received,
  }
}

function failure(status: number, code: string): ServerAnswer {
  return { status, json: { error: { message: `It is ${code}`, type: 'error', code, param: null } } }
}
