import { createHash, randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { createComfyUi } from '#providers/comfyui/comfyui.ts'
import { type Workflow, workflow } from './comfyui-model.ts'
import type { PortOptions, PortWorld } from './port-suite.ts'
import {
  formOf,
  type ServerAnswer,
  type ServerCall,
  samplePng,
  testHttpServer,
} from './test-server.ts'

type Job = {
  id: string
  workflow: Workflow
  asked: number
  isOver: boolean
  isInterrupted: boolean
}

/** One ComfyUI server of a test. `stop`: it is gone with its jobs, as after a crash. */
export type ComfyTestServer = {
  url: string
  jobs: Map<string, Job>
  uploads: Map<string, Buffer>
  /** Jobs end by themselves from now on. */
  release(): void
  /** Tells the websocket of the job's client how far it is, in percent. */
  tellProgress(id: string, percent: number): void
  /** Sends a preview image to every client. */
  sendPreview(image: Buffer): void
  stop(): void
}

/** Starts a server that speaks ComfyUI's API. */
export async function comfyServer({
  fault,
  isHeld = false,
}: PortOptions = {}): Promise<ComfyTestServer> {
  const jobs = new Map<string, Job>()
  const uploads = new Map<string, Buffer>()
  const sockets = new Set<Socket>()
  const png = await samplePng
  let held = isHeld

  const answer = async (call: ServerCall): Promise<ServerAnswer> => {
    const { method, path, query } = call
    if (fault === 'unauthorized') return { status: 401, json: {} }
    if (path === '/prompt') return accept(call)
    if (path === '/queue' && method === 'POST') {
      for (const id of call.json<{ delete: string[] }>().delete) jobs.delete(id)
      return { bytes: Buffer.alloc(0), type: 'text/plain' }
    }
    if (path === '/interrupt') {
      const job = jobs.get(call.json<{ prompt_id: string }>().prompt_id)
      if (job) Object.assign(job, { isOver: true, isInterrupted: true })
      return { bytes: Buffer.alloc(0), type: 'text/plain' }
    }
    if (path === '/queue') return { json: queue() }
    if (path === '/upload/image') return takeFile(call)
    if (path === '/view' && fault === 'expired') return { status: 404, json: {} }
    if (path === '/view' && query.get('type') === 'output') return { bytes: png, type: 'image/png' }
    const job = jobs.get(path.replace('/history/', ''))
    if (job && !held && ++job.asked > 1) job.isOver = true
    return { json: job?.isOver ? { [job.id]: record(job) } : {} }
  }

  async function accept(call: ServerCall): Promise<ServerAnswer> {
    if (fault === 'busy') return { status: 503, json: {} }
    const { prompt } = call.json<{ prompt: Workflow }>()
    const wrong = Object.entries(prompt).find(([, node]) => node.class_type === 'Unknown')
    if (wrong) return { status: 400, json: invalid(wrong[0]) }
    const job = {
      id: randomUUID(),
      workflow: prompt,
      asked: 0,
      isOver: false,
      isInterrupted: false,
    }
    jobs.set(job.id, job)
    return fault === 'lost-answer'
      ? 'drop'
      : { json: { prompt_id: job.id, number: jobs.size, node_errors: {} } }
  }

  function queue() {
    const open = [...jobs.values()].filter(({ isOver }) => !isOver)
    const entries = open.map(({ id, workflow }, index) => [index, id, workflow, {}, []])
    return { queue_running: entries.slice(0, 1), queue_pending: entries.slice(1).toReversed() }
  }

  async function takeFile(call: ServerCall): Promise<ServerAnswer> {
    const file = (await formOf(call)).get('image') as File
    uploads.set('uploaded.png', Buffer.from(await file.arrayBuffer()))
    return { json: { name: 'uploaded.png', subfolder: '', type: 'input' } }
  }

  function record({ workflow, isInterrupted }: Job) {
    const failed = [
      'execution_error',
      { node_type: 'KSampler', exception_message: 'Out of memory' },
    ]
    const ended = isInterrupted
      ? ['execution_interrupted', {}]
      : fault === 'failed-job'
        ? failed
        : ['execution_success', { timestamp: 2_500 }]
    const isDone = ended[0] === 'execution_success'
    const files = ['output', 'temp'].map((type) => ({ filename: 'a_1_.png', subfolder: '', type }))
    return {
      prompt: [0, '', workflow, {}, []],
      outputs: isDone ? { 9: { images: files } } : {},
      status: {
        status_str: isDone ? 'success' : 'error',
        messages: [['execution_start', { timestamp: 1_000 }], ended],
      },
    }
  }

  /** One frame of at most 65,535 bytes to every client. */
  function send(type: number, message: Buffer) {
    const header = Buffer.from([type, 126, message.length >> 8, message.length & 255])
    for (const socket of sockets) socket.write(Buffer.concat([header, message]))
  }

  const { url, server } = await testHttpServer(answer)
  server.on('upgrade', (request, socket: Socket) => {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accepted = createHash('sha1').update(key).digest('base64')
    const head = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade'
    socket.write(`${head}\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`)
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  return {
    ...{ url, jobs, uploads },
    release: () => {
      held = false
    },
    tellProgress: (id, percent) => {
      const data = { value: percent, max: 100, prompt_id: id, node: '3' }
      send(0x81, Buffer.from(JSON.stringify({ type: 'progress', data })))
    },
    sendPreview: (image) =>
      send(0x82, Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 0, 0, 2]), image])),
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** One server and its adapter. */
export async function comfyWorld(
  options: PortOptions = {},
): Promise<PortWorld & { server: ComfyTestServer }> {
  const server = await comfyServer(options)
  return {
    server,
    provider: createComfyUi({ id: 'comfyui', urls: [server.url] }),
    endpoint: 'workflow',
    input: workflow,
    accepted: async () => server.jobs.size,
    fileInput: (image) => ({
      endpoint: 'workflow',
      input: { ...workflow, 10: { class_type: 'LoadImage', inputs: { image } } },
    }),
    receivedFile: async () => {
      const job = [...server.jobs.values()].at(-1)
      return server.uploads.get(String(job?.workflow[10]?.inputs.image)) ?? Buffer.alloc(0)
    },
  }
}

function invalid(id: string) {
  const node = { class_type: 'Unknown', errors: [{ details: 'no such node' }] }
  return { error: { message: 'Prompt is invalid' }, node_errors: { [id]: node } }
}
