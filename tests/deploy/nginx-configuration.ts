import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { repository } from '#testing/product.ts'

/** `published`: a configuration of the documentation; by default deploy/nginx/atelier.conf. */
type Place = { folder: string; port: number; webPorts: number[]; published?: string }

/**
 * Writes a published configuration into a folder with what a test must change: ports, certificate,
 * and where nginx keeps its files. Returns the path of the configuration.
 */
export async function writeNginxConfiguration(place: Place): Promise<string> {
  const { folder, port, webPorts } = place
  const published =
    place.published ?? (await readFile(path.join(repository, 'deploy/nginx/atelier.conf'), 'utf8'))
  await mkdir(path.join(folder, 'temporary'), { recursive: true })
  const [key, certificate] = ['studio.key', 'studio.crt'].map((name) => path.join(folder, name))
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', key ?? '', '-out', certificate ?? '']
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...files]
  execFileSync('openssl', made, { stdio: 'ignore' })
  const changed = published
    .replace(/^ {2}server 127\.0\.0\.1:.*\n {2}server 127\.0\.0\.1:.*$/m, () =>
      webPorts.map((each) => `  server 127.0.0.1:${each} max_fails=0;`).join('\n'),
    )
    .replaceAll(/^ {2}listen \[::\].*\n/gm, '')
    // As the page says for versions before 1.25.
    .replace(/listen 443 ssl;\n +http2 on;.*/, 'listen 443 ssl http2;')
    .replace('listen 80;', `listen unix:${folder}/plain.sock;`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
    .replaceAll('studio.example', 'localhost')
    .replaceAll('/etc/ssl/', `${folder}/`)
    .replaceAll('/var/cache/nginx/', `${folder}/temporary/`)
    .replace('proxy_set_header Host $host;', 'proxy_set_header Host $http_host;')
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const main = `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off;
  ${kinds.map((kind) => `${kind}_temp_path ${folder}/temporary/${kind};`).join('\n  ')}
${changed}
}
`
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, main)
  return file
}

/** Starts nginx with this configuration; resolves when it accepts connections. */
export async function startNginx(
  file: string,
): Promise<{ child: ChildProcess; stop(): Promise<void> }> {
  const child = spawn('nginx', ['-c', file], { stdio: ['ignore', 'inherit', 'inherit'] })
  const pid = path.join(path.dirname(file), 'nginx.pid')
  while (!(await readFile(pid, 'utf8').catch(() => ''))) {
    if (child.exitCode !== null) throw new Error('nginx ended')
    await delay(20)
  }
  const stop = async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return { child, stop }
}
