import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { temporaryFolder } from '../world/folder.ts'
import { end, track } from '../world/process.ts'

/**
 * `sentAgain`: how many requests it passed to a second process, because the first was ending or
 * away. `failures`: how often each series of answers of the processes led to a status of 500 or
 * more, such as `503, 502`.
 */
export type Nginx = AsyncDisposable & {
  url: string
  version: string
  sentAgain(): Promise<number>
  failures(): Promise<ReadonlyMap<string, number>>
}

/** nginx's version; throws a sentence for people where it is not installed. */
export function nginxVersion(): string {
  const { status, stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8' })
  const version = /nginx\/([\d.]+)/.exec(stderr ?? '')?.[1]
  if (status === 0 && version) return version
  throw new Error(
    'nginx is missing on this machine: install it (Debian: apt install nginx) and run this benchmark again',
  )
}

/**
 * Starts nginx in front of these ports, with the upstream and the location that docs/operate.md
 * describes.
 */
export async function startNginx(port: number, ports: number[]): Promise<Nginx> {
  const version = nginxVersion()
  const folder = temporaryFolder()
  mkdirSync(path.join(folder, 'temporary'))
  writeFileSync(path.join(folder, 'nginx.conf'), configuration(port, ports))
  const args = ['-p', folder, '-e', 'error.log', '-c', 'nginx.conf']
  const child = track(spawn('nginx', args, { stdio: ['ignore', 'inherit', 'inherit'] }))
  while (!(await accepts(port))) {
    if (child.exitCode !== null)
      throw new Error(`nginx ended: ${await readFile(path.join(folder, 'error.log'), 'utf8')}`)
    await delay(20)
  }
  const readLog = async () => (await readFile(path.join(folder, 'access.log'), 'utf8')).split('\n')
  return {
    url: `http://127.0.0.1:${port}`,
    version,
    sentAgain: async () => (await readLog()).filter((line) => line.includes(',')).length,
    failures: async () => {
      const failed = (await readLog())
        .filter((line) => /^5/.test(line))
        .map((line) => line.slice(4))
      return new Map(
        [...Map.groupBy(failed, (answers) => answers)].map(([answers, lines]) => [
          answers,
          lines.length,
        ]),
      )
    },
    [Symbol.asyncDispose]: () => end(child),
  }
}

/**
 * One line a request in the log: its status, and those of the processes that were asked, in turn.
 */
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

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
