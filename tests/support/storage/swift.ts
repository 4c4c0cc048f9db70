import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, describe, it } from 'vitest'
import { createS3Client, type S3Options } from '#platform/storage/s3-client.ts'
import {
  type SwiftPlace,
  type SwiftServer,
  swiftConfiguration,
  swiftKey,
} from './swift-configuration.ts'

const servers: SwiftServer[] = ['account', 'container', 'object', 'proxy']
const setpriv = '/usr/bin/setpriv'
const program = (server: SwiftServer) => `/usr/bin/swift-${server}-server`

/** Are Debian's `swift-proxy`, `swift-account`, `swift-container` and `swift-object` here? */
function hasSwift(): boolean {
  return [setpriv, ...servers.map(program)].every(existsSync)
}

export type Swift = { s3: S3Options; client: S3Client; stop(): Promise<void> }

/**
 * A real object store on loopback that speaks S3 and checks signatures, with one empty bucket;
 * forgotten when it stops.
 */
async function startSwift(): Promise<Swift> {
  if (!hasSwift())
    throw new Error(
      'Swift is not installed: swift-proxy, swift-account, swift-container, swift-object',
    )
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-swift-'))
  const place: SwiftPlace = { directory, user: userInfo().username, ports: await freePorts() }
  await mkdir(path.join(directory, 'devices/disk'), { recursive: true })
  await makeRings(place)

  const s3 = { ...swiftKey, endpoint: `http://127.0.0.1:${place.ports.proxy}`, bucket: 'media' }
  const client = createS3Client(s3)
  const children = await Promise.all(servers.map((server) => startServer(server, place)))
  const stop = async () => {
    client.destroy()
    for (const { child } of children) child.kill('SIGKILL')
    await Promise.all(children.map(({ ended }) => ended))
    await rm(directory, { recursive: true, force: true })
  }
  try {
    await Promise.race([makeBucket(client, s3.bucket), ...children.map(failure)])
    return { s3, client, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Started = { server: SwiftServer; child: ChildProcess; ended: Promise<void>; output(): string }

async function startServer(server: SwiftServer, place: SwiftPlace): Promise<Started> {
  const file = path.join(place.directory, `${server}-server.conf`)
  await writeFile(file, swiftConfiguration(server, place))
  // However the test process ends, its servers end with it.
  const child = spawn(setpriv, ['--pdeathsig', 'KILL', program(server), file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000)
    })
  }
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  return { server, child, ended, output: () => output }
}

async function failure({ server, ended, output }: Started): Promise<never> {
  await ended
  throw new Error(`swift-${server}-server ended: ${output()}`)
}

/** How long the servers may take until all four work, in ms. */
const patience = 120_000

/** Makes the bucket, which the object server has no part in, and waits until objects are stored. */
async function makeBucket(client: S3Client, Bucket: string): Promise<void> {
  const until = Date.now() + patience
  const first = { Bucket, Key: 'first' }
  await tryUntil(until, () => client.send(new CreateBucketCommand({ Bucket })))
  await tryUntil(until, () => client.send(new PutObjectCommand({ ...first, Body: '' })))
  await tryUntil(until, () => client.send(new DeleteObjectCommand(first)))
}

async function tryUntil(until: number, act: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await act()
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** Ports that were free a moment ago. */
async function freePorts(): Promise<SwiftPlace['ports']> {
  const free = await Promise.all(servers.map(async (server) => [server, await freePort()]))
  return Object.fromEntries(free) as SwiftPlace['ports']
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}

/**
 * One device, one replica: where Swift keeps what. One Python for all three, as its start is the
 * slow part.
 */
const ringBuilder = `
import sys
from swift.common.ring import RingBuilder
directory = sys.argv[1]
for pair in sys.argv[2:]:
    name, port = pair.split('=')
    builder = RingBuilder(2, 1, 0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port),
                     'replication_ip': '127.0.0.1', 'replication_port': int(port),
                     'device': 'disk', 'weight': 1, 'meta': ''})
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (directory, name))
`

async function makeRings({ directory, ports }: SwiftPlace): Promise<void> {
  const { proxy: _, ...rings } = ports
  const pairs = Object.entries(rings).map(([name, port]) => `${name}=${port}`)
  await promisify(execFile)('/usr/bin/python3', ['-c', ringBuilder, directory, ...pairs])
}

/**
 * Tests against a real S3 store, where Debian's Swift is installed; elsewhere they are skipped, and
 * say so, unless `REQUIRE_S3_TESTS` makes that a failure.
 */
export async function onSwift(
  name: string,
  tests: (swift: Swift) => void | Promise<void>,
): Promise<void> {
  if (!hasSwift() && !process.env.REQUIRE_S3_TESTS) {
    process.stderr.write(
      `Skipped: ${name}. Install swift-proxy, swift-account, swift-container and swift-object to run these tests.\n`,
    )
    describe.skip(name, () => it('needs Swift', () => undefined))
    return
  }
  const swift = await startSwift()
  afterAll(() => swift.stop())
  await tests(swift)
}
