import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../bench.ts'
import { sendCreates } from './load.ts'
import { summarize } from './measure.ts'
import { end, freePort, temporaryFolder, track } from './processes.ts'
import { untilEnded } from './records.ts'
import { exactRow, format, type Row } from './report.ts'
import { openSetup, type Setup } from './setup.ts'

const accounts = 20
const rate = 20

/** How long a process serves before the next one is stopped, in ms, as docs/operate.md asks for. */
export const servesBefore = 5_000

type Plan = {
  /** Web processes first. */
  roles: readonly ('web' | 'worker')[]
  seconds: number
  /** Where the source of the first processes is; by default this repository. */
  root?: string
  /** Restarts processes while creates arrive, until `signal`; returns the restarts of each. */
  restart(setup: Setup, signal: AbortSignal): Promise<number[]>
}

/** Sends creates through nginx while processes restart; returns what must be exact, and what was measured. */
export async function measureRestarts(
  { server }: Context,
  { roles, seconds, root, restart }: Plan,
): Promise<{ rows: Row[]; notes: string[] }> {
  const [port = 0, ...ports] = await Promise.all(Array.from({ length: roles.length + 1 }, freePort))
  const url = `http://127.0.0.1:${port}`
  const environment = { PUBLIC_URL: url, TRUST_PROXY: '1', ALLOW_PRIVATE_ADDRESSES: 'on' }
  const options = { accounts, roles: [...roles], ports, environment, ...(root && { root }) }
  await using setup = await openSetup(server, options)
  const { database, keys, provider } = setup
  const webs = roles.filter((role) => role === 'web').length
  await using nginx = await startNginx(port, ports.slice(0, webs))
  const submits = new Map<string, number>()
  provider.onSubmit(({ requestId, prompt }) => {
    submits.set(prompt, (submits.get(prompt) ?? 0) + 1)
    provider.finish(requestId)
  })

  const ended = new AbortController()
  const restarting = restart(setup, ended.signal)
  const streaming = followStream(url, keys[0] ?? '', ended.signal)
  const calls = await sendCreates({ url, keys, rate, seconds, mark: 'restart' })
  ended.abort()
  const [restarts, stream] = [await restarting, await streaming]
  const { generations, charges, completed, wrong } = await untilEnded(database)
  const { sentAgain, failures } = await nginx.readLog()
  const unannounced = stream.ended - stream.announced
  const submitted = [...submits.values()]
  const goal = Array(3).fill(calls.length).join(', ')
  const failed = calls.flatMap(({ status, body }) => (status === 200 ? [] : status || body))
  const kinds = [...Map.groupBy(failed, String)].map(([kind, found]) => `${found.length} × ${kind}`)
  const { p50, p99, max } = summarize(calls.map(({ sentAt, answeredAt }) => answeredAt - sentAt))
  return {
    rows: [
      exactRow('failed requests', kinds.join(', ') || 'none', 'none'),
      { what: 'answer: median, p99, slowest', ours: [p50, p99, max].map(format.ms).join(', ') },
      exactRow(
        'generations, charges, completed',
        [generations, charges, completed].join(', '),
        goal,
      ),
      exactRow('requests submitted to the provider', submits.size, calls.length),
      exactRow('submitted more than once', submitted.filter((count) => count > 1).length, 0),
      exactRow('wrong balances', wrong, 0),
      exactRow('processes never restarted', restarts.filter((count) => count === 0).length, 0),
      { what: `restarts: ${roles.join(', ')}`, ours: restarts.join(', ') },
      { what: 'ends of an event stream', ours: String(stream.ended) },
      exactRow('ends not announced, or refused', `${unannounced}, ${stream.refused}`, '0, 0'),
    ],
    notes: [
      `${calls.length} creates at ${rate} a second, whether or not earlier ones were answered, over ${accounts} accounts; a client sends each once.`,
      `nginx ${nginx.version} with the upstream of docs/operate.md passed ${sentAgain} requests to the second process because the first was ending or away.`,
      ...(failures
        ? [`What the processes answered where nginx answered 500 or more: ${failures}.`]
        : []),
      'A create sent twice by nginx is safe: its request id makes it one generation and one charge.',
    ],
  }
}

/** An account's event stream, opened again whenever it ends; counts how it ended. */
async function followStream(url: string, key: string, signal: AbortSignal) {
  const stream = { ended: 0, announced: 0, refused: 0 }
  const headers = { authorization: `Bearer ${key}` }
  while (!signal.aborted) {
    let last = ''
    try {
      const { status, body } = await fetch(`${url}/api/events`, { headers, signal })
      if (status !== 200) stream.refused++
      for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) last = chunk
    } catch {
      if (!signal.aborted) stream.refused++
    }
    if (signal.aborted) break
    stream.ended++
    if (/retry: \d+\n\n$/.test(last)) stream.announced++
    await delay(100)
  }
  return stream
}

/** Starts nginx in front of these ports, with the upstream that docs/operate.md describes. */
async function startNginx(port: number, ports: number[]) {
  const { stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8' })
  const version = /nginx\/([\d.]+)/.exec(stderr ?? '')?.[1]
  if (!version) throw new Error('nginx is missing: install it (Debian: apt install nginx)')
  const folder = temporaryFolder()
  mkdirSync(path.join(folder, 'temporary'))
  writeFileSync(path.join(folder, 'nginx.conf'), configuration(port, ports))
  const args = ['-p', folder, '-e', 'error.log', '-c', 'nginx.conf']
  const child = track(spawn('nginx', args, { stdio: ['ignore', 'inherit', 'inherit'] }))
  while (!(await fetch(`http://127.0.0.1:${port}`).catch(() => null))) {
    if (child.exitCode !== null)
      throw new Error(`nginx ended: ${await readFile(path.join(folder, 'error.log'), 'utf8')}`)
    await delay(20)
  }
  return {
    version,
    /** `sentAgain`: requests passed to a second process; `failures`: what led to 500 or more. */
    readLog: async () => {
      const log = (await readFile(path.join(folder, 'access.log'), 'utf8')).split('\n')
      const failed = log.filter((line) => /^5/.test(line))
      const kinds = Map.groupBy(failed, (line) => line.slice(4))
      const failures = [...kinds].map(([answers, lines]) => `${lines.length} × ${answers}`)
      const sentAgain = log.filter((line) => line.includes(',')).length
      return { sentAgain, failures: failures.join('; ') }
    },
    [Symbol.asyncDispose]: () => end(child),
  }
}

/** A request's line in the log: its status, and those of the processes that were asked, in turn. */
function configuration(port: number, ports: number[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path temporary/${name};`,
  )
  return `
daemon off;
pid nginx.pid;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 4096; }
http {
  log_format upstreams '$status $upstream_status';
  access_log access.log upstreams;
  ${temporary.join('\n  ')}
  upstream atelier {
    ${ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join('\n    ')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 60m;
    location / {
      proxy_pass http://atelier;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_buffering off;
      proxy_connect_timeout 5s;
      proxy_read_timeout 1h;
      proxy_next_upstream error timeout http_503 non_idempotent;
      proxy_next_upstream_tries 3;
    }
  }
}
`
}
