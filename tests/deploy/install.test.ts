import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { Agent, request } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { findPostgresPrograms, startCluster } from '#testing/database/cluster.ts'
import { execute } from '#testing/database/postgres.ts'
import { freePort } from '#testing/free-port.ts'
import { repository } from '#testing/product.ts'
import { testEmulator } from '#testing/server.ts'
import { onSwift, type Swift } from '#testing/storage/swift.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'
import { startNginx, writeNginxConfiguration } from './nginx-configuration.ts'

const postgres = findPostgresPrograms()

/** A user who is not root, where the test is run by root. */
const plain =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=1000', '--regid=1000', '--clear-groups'] : []

/** Clones the newest commit into a folder of the plain user. */
function cloneRepository(place: string, name: string, ...options: string[]): void {
  const args = ['clone', '-q', '--depth=1', ...options, `file://${repository}`, name]
  execFileSync('git', args, { cwd: place })
  if (plain.length > 0) execFileSync('chown', ['-R', '1000:1000', path.join(place, name)])
}

type Run = (command: string, cwd: string) => Promise<string>

/** An empty folder for any user, and how a user who is not root runs a command in it. */
async function openPlace(environment: (place: string) => NodeJS.ProcessEnv) {
  const place = await createTemporaryDirectory('install')
  onTestFinished(() => removeTemporaryDirectory(place))
  await chmod(place, 0o777)
  // Not blocking: the provider of this test answers in this process.
  const run: Run = async (command, cwd) => {
    const args = [...plain.slice(1), 'sh', '-euc', command]
    const options = { cwd, env: environment(place), maxBuffer: 2 ** 26 }
    return (await promisify(execFile)('setpriv', args, options)).stdout
  }
  return { place, run }
}

/** What a test must set: addresses, secrets, and the counterparts of this machine. */
async function ownSettings(swift: Swift, port: number, place: string) {
  const emulator = await testEmulator({ delayMs: 100 })
  return {
    PUBLIC_URL: `https://localhost:${port}`,
    DATA_DIR: path.join(place, 'var'),
    SESSION_SECRET: 'a secret of the test that is long enough',
    METRICS_TOKEN: 'a token of the test',
    ...{ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', FAL_KEY: 'test' },
    ...{ FAL_QUEUE_URL: emulator.url, FAL_REST_URL: emulator.url, ALLOW_PRIVATE_ADDRESSES: 'on' },
    ...{ STORAGE: 's3', S3_ENDPOINT: swift.s3.endpoint ?? '', S3_REGION: swift.s3.region },
    S3_BUCKET: swift.s3.bucket,
    S3_ACCESS_KEY_ID: swift.s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: swift.s3.secretAccessKey,
  }
}

/** Through nginx: makes an image, and waits for the event of its end. */
async function makeImage(port: number, apiKey: string) {
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  onTestFinished(() => dispatcher.destroy())
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const base = `https://localhost:${port}/api`
  const events = await request(`${base}/events`, { dispatcher, headers })
  const body = JSON.stringify({
    ...{ model: 'flux-schnell', image_size: 'square', num_inference_steps: 1, prompt: 'a fox' },
  })
  const address = `${base}/image-generation/create`
  const created = await request(address, { dispatcher, method: 'POST', headers, body })
  const { id } = (await created.body.json()) as { id: string }
  let seen = ''
  for await (const chunk of events.body) {
    seen += chunk
    if (seen.includes(`"id":"${id}"`) && seen.includes('"status":"completed"')) break
  }
  /** The history's newest record and its file, as this account gets them. */
  const readBack = async () => {
    const page = await request(`${base}/image-generation/history`, { dispatcher, headers })
    const { data } = (await page.body.json()) as {
      data: { generation: { id: string; images: { url: string }[] } }[]
    }
    const [newest] = data
    const url = new URL(newest?.generation.images[0]?.url ?? '', base)
    const file = await request(url, { dispatcher, headers, method: 'GET' })
    await file.body.dump()
    return { id: newest?.generation.id, status: file.statusCode }
  }
  return { id, readBack }
}

const createAccount = 'account create --email ada@example.com --credits 1000 --paid --key'
const isExact = 'Every balance is the sum of its entries'

// They take minutes and ask npm's registry, so they run only by
// `REQUIRE_INSTALL_TEST=1 npm test -- tests/deploy/install.test.ts`.
await onSwift('the steps of docs/deploy.md', (swift) => {
  it('install a clean clone with which a plain user serves', { timeout: 1_200_000 }, async () => {
    const { place, run } = await openPlace(environmentOf)
    const steps = await readSteps(place)
    cloneRepository(place, 'clone')
    await run(
      'npm run -s release-archive && cp dist/atelier-*.tar.gz ..',
      path.join(place, 'clone'),
    )
    const beforeEdit = steps.findIndex((step) => step.includes('atelier.env.example')) + 1
    for (const step of steps.slice(0, beforeEdit)) await run(step, place)

    const [port = 0, ...ports] = await Promise.all(Array.from({ length: 5 }, freePort))
    const cluster = await openCluster()
    await execute({ url: cluster.url('postgres') }, 'create database atelier')
    await fillIn(path.join(place, 'etc/atelier/atelier.env'), {
      ...(await ownSettings(swift, port, place)),
      DATABASE_URL: cluster.url('atelier'),
    })
    // The certificate comes from elsewhere, and a unit is started by its own line.
    const doctor = steps.find((step) => step.endsWith(' doctor')) ?? ''
    expectFindings(await run(`${doctor} || true`, place))
    await (await runTemplate(place, 'atelier-migrate.service', '')).ended
    for (const [index, instance] of ports.entries()) {
      await runTemplate(place, `atelier-${index < 2 ? 'web' : 'worker'}@.service`, String(instance))
      await untilReady(`http://127.0.0.1:${instance}/readyz`)
    }
    const webPorts = ports.slice(0, 2)
    await serveThrough(await writeNginxConfiguration({ folder: place, port, webPorts }))

    const bin = path.join(place, 'opt/atelier/deploy/bin/atelier')
    const { api_key } = JSON.parse(await run(`${bin} ${createAccount}`, place))
    await makeImage(port, api_key)
    expect(await run(`${bin} ledger verify`, place)).toContain(isExact)
  })
})

await onSwift('the steps of docs/operate.md', (swift) => {
  it('serve, back up, restore and upgrade, for a plain user', { timeout: 1_200_000 }, async () => {
    const cluster = await openCluster()
    // The page's commands make the user and the database of this name.
    await execute({ url: cluster.url('postgres') }, 'create role postgres superuser login')
    const postgresUrl = cluster.url('postgres').replace('atelier@', 'postgres@')
    await execute({ url: postgresUrl }, 'alter role atelier rename to first')
    const { NODE_EXTRA_CA_CERTS, PATH } = process.env
    const environment = (home: string) => ({
      ...{ NODE_EXTRA_CA_CERTS, PATH: `${postgres}:${PATH}`, HOME: home, TMPDIR: '/tmp' },
      ...{ PGHOST: cluster.socket, PGUSER: 'atelier' },
    })
    const { place, run } = await openPlace(environment)
    const program = path.join(place, 'opt/atelier')
    const page = await readFile(path.join(repository, 'docs/operate.md'), 'utf8')
    const blocks = (heading: string) => blocksOf(page, heading).map((text) => below(text, place))

    // 1. What you need
    const [needs = ''] = blocks('1. What you need')
    cloneRepository(place, 'published', '--bare')
    await run(asPlain(needs).replace('<this repository>', `file://${place}/published`), place)

    // 3. Configuration
    const [port = 0, ...ports] = await Promise.all(Array.from({ length: 5 }, freePort))
    await run('install -m 600 /dev/null .env', program)
    const [variables = ''] = blocks('3. Configuration')
    await run(`cat > .env <<'end'\n${variables}\nend`, program)
    await fillIn(path.join(program, '.env'), {
      ...(await ownSettings(swift, port, place)),
      DATABASE_URL: `postgres://atelier@localhost/atelier?host=${cluster.socket}`,
    })
    const [doctor = ''] = /(?<=sudo -u atelier ).* doctor$/m.exec(page) ?? []
    expectFindings(await run(`${doctor} || true`, program))

    // 4. As a service: one line starts each of several processes.
    const [unit = ''] = blocks('4. As a service')
    const start = async () => {
      const processes = ports.map((instance, index) => {
        const port = String(instance)
        const role =
          index < 2
            ? { ATELIER_ROLE: 'web', PORT: port }
            : { ATELIER_ROLE: 'worker', METRICS_PORT: port }
        return runUnit(unit, { ...environment(place), ...role })
      })
      for (const instance of ports) await untilReady(`http://127.0.0.1:${instance}/readyz`)
      return async () => void (await Promise.all(processes.map((each) => each.stop())))
    }
    const stop = await start()
    const [server = '', upstream = '', location = ''] = blocksOf(page, '4. As a service').filter(
      (text) => /^(server|upstream|\s+proxy_set_header)/.test(text),
    )
    const published = `${upstream}\n${server
      .replace('proxy_pass http://127.0.0.1:3000;', 'proxy_pass http://atelier;')
      .replace(/ +proxy_request_buffering off;\n/, '')
      .replace(/(?=\n {2}\}\n\}$)/, `\n${location}`)}`
    const webPorts = ports.slice(0, 2)
    await serveThrough(await writeNginxConfiguration({ folder: place, port, webPorts, published }))
    const atelier = 'npm run -s atelier --'
    const { api_key } = JSON.parse(await run(`${atelier} ${createAccount}`, program))
    const { id, readBack } = await makeImage(port, api_key)
    expect(await run(`${atelier} ledger verify`, program)).toContain(isExact)

    // 7. Backup and restore: a bucket keeps its own versions, so no files are copied.
    const [backup = '', restore = ''] = blocks('7. Backup and restore').map((text) =>
      text.replaceAll(/^rsync .*$/gm, ''),
    )
    await run(asPlain(backup), program)
    await stop()
    await run('dropdb atelier', program)
    const commands = asPlain(restore)
      .replace(/(?<=< )atelier-[\d-]+\.dump/, 'atelier-$(date +%F).dump')
      .replace(/ doctor$/m, ' doctor || true')
    expect(await run(commands, program)).toContain(isExact)
    await start()
    await expect.poll(readBack).toEqual({ id, status: 200 })

    // 8. Upgrades
    const [upgrade = ''] = /(?<=`sudo -u atelier )git pull(?= &&)/.exec(page) ?? []
    expect(await run(upgrade, program)).toContain('up to date')
  })
})

/** What the doctor finds in order; the counterparts of other findings are missing here. */
function expectFindings(findings: string): void {
  for (const what of ['configuration', 'database', 'storage', 'provider'])
    expect(findings).toMatch(new RegExp(`^ok +${what} `, 'm'))
}

/** The blocks of code below a heading of a page. */
function blocksOf(page: string, heading: string): string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [text = ''] = section.split('\n## ')
  return [...text.matchAll(/^```\n([\s\S]*?)\n```$/gm)].map(([, block = '']) => block)
}

/** A text whose paths of the system are below a folder. */
function below(text: string, place: string): string {
  return text
    .replaceAll(/(?<![\w.])\/(opt|etc)\//g, `${place}/$1/`)
    .replaceAll('/var/lib/atelier', `${place}/var`)
}

/** Without what only root does, for a user who is the studio's. */
function asPlain(commands: string): string {
  return commands
    .split('\n')
    .map((line) => line.replace(/ {2,}#.*$/, ''))
    .filter((line) => !/^(apt|useradd|systemctl) /.test(line))
    .map((line) => line.replaceAll('sudo -u atelier ', '').replace(/ -o atelier -g atelier/, ''))
    .map((line) => line.replaceAll('sudo -u postgres ', 'env PGUSER=postgres '))
    .join('\n')
}

/** The commands of the page, one a line, below `place` and for a user who is not root. */
async function readSteps(place: string): Promise<string[]> {
  const page = await readFile(path.join(repository, 'docs/deploy.md'), 'utf8')
  const [block = ''] = blocksOf(page, 'systemd and nginx')
  const opt = path.join(place, 'opt')
  return asPlain(below(block, place))
    .split('\n')
    .filter((line) => line !== '' && !/^(nginx|install -m 644)/.test(line))
    .map((line) => line.replace('-o root -g atelier ', ''))
    .map((line) => line.replace(`mkdir ${opt}`, `mkdir -p ${opt}`))
    .map((line) => line.replace(/ (?=deploy\/(bin|systemd)\/)/, ` ${opt}/atelier/`))
}

async function openCluster() {
  if (!postgres) throw new Error('PostgreSQL 15 or newer is not installed')
  const cluster = await startCluster(postgres)
  onTestFinished(() => cluster.stop())
  const socket = new URL(cluster.url('postgres')).searchParams.get('host') ?? ''
  // It is for other users, too.
  await chmod(socket, 0o755)
  return { ...cluster, socket }
}

/** Checks and starts a configuration of nginx. */
async function serveThrough(file: string): Promise<void> {
  execFileSync('nginx', ['-t', '-q', '-c', file])
  const nginx = await startNginx(file)
  onTestFinished(nginx.stop)
}

/** Sets variables in a file of them. */
async function fillIn(file: string, values: Record<string, string>): Promise<void> {
  const text = await readFile(file, 'utf8')
  const kept = text.split('\n').filter((line) => !Object.hasOwn(values, line.split('=')[0] ?? ''))
  const own = Object.entries(values).map(([name, value]) => `${name}="${value}"`)
  await writeFile(file, [...kept, ...own, ''].join('\n'))
}

/** Starts an instance of a unit of deploy/systemd. */
async function runTemplate(place: string, name: string, instance: string) {
  const text = await readFile(path.join(place, 'opt/atelier/deploy/systemd', name), 'utf8')
  return runUnit(below(text.replaceAll('%i', instance), place), environmentOf(place))
}

/** Starts what a unit starts, with its variables, as systemd would. */
function runUnit(unit: string, environment: NodeJS.ProcessEnv) {
  const values = (key: string) =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  const variables = values('Environment').flatMap((line) => line.split(' '))
  const own = Object.fromEntries(variables.map((variable) => variable.split('=', 2)))
  const [program = ''] = values('ExecStart')
  const child: ChildProcess = spawn('setpriv', [...plain.slice(1), ...program.split(' ')], {
    cwd: values('WorkingDirectory')[0],
    env: { ...environment, ...own },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
  }
  onTestFinished(stop)
  return { ended, stop }
}

function environmentOf(place: string): NodeJS.ProcessEnv {
  const { PATH, NODE_EXTRA_CA_CERTS } = process.env
  const envFile = path.join(place, 'etc/atelier/atelier.env')
  return { PATH, NODE_EXTRA_CA_CERTS, HOME: place, TMPDIR: '/tmp', ENV_FILE: envFile }
}

async function untilReady(url: string): Promise<void> {
  const status = async () => (await fetch(url).catch(() => null))?.status
  // The first start builds.
  await expect.poll(status, { timeout: 300_000 }).toBe(200)
}
