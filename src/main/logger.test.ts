import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { withRequestId } from '#platform/telemetry/request-id.ts'
import { readConfig } from './config.ts'
import { createLogger } from './logger.ts'
import { version } from './version.ts'

const fullDisk = '/dev/full'

it.skipIf(!existsSync(fullDisk))('a full disk does not end the process', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-log-'))
  await symlink(fullDisk, path.join(directory, 'atelier.log'))
  const { log } = createLogger(readConfig({ DATA_DIR: directory }))
  expect(() => log.info('nobody can read this')).not.toThrow()
  expect(() => log.fatal('nor this')).not.toThrow()
  await rm(directory, { recursive: true })
})

it('names the process, its role, the version and the request in each line', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-log-'))
  const { log, place } = createLogger(readConfig({ DATA_DIR: directory }))
  withRequestId('0a1b2c3d-request', () => log.info({ generation: 'g' }, 'x'))
  log.info('y')
  const [inside, outside] = (await readFile(place, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const ofProcess = { hostname: hostname(), pid: process.pid, role: 'all', version }
  expect(version).toMatch(/^\d+\.\d+\.\d+/)
  expect(inside).toMatchObject({ ...ofProcess, generation: 'g', requestId: '0a1b2c3d-request' })
  expect(outside).toMatchObject({ ...ofProcess, msg: 'y' })
  expect(outside).not.toHaveProperty('requestId')
  await rm(directory, { recursive: true })
})

it('writes an error with its stack and its causes, without its other properties', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-log-'))
  const { log, place } = createLogger(readConfig({ DATA_DIR: directory }))
  const cause = new Error('connection refused')
  log.error(
    {
      err: Object.assign(new TypeError('fetch failed', { cause }), {
        code: 'E1',
        request: 'a prompt',
      }),
    },
    'x',
  )
  log.error({ err: 'only a text' }, 'y')
  const [first, second] = (await readFile(place, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(first.err).toEqual({
    type: 'TypeError',
    message: 'fetch failed',
    code: 'E1',
    stack: expect.any(String),
  })
  expect(first.err.stack).toMatch(/logger\.test\.ts[\s\S]*caused by: Error: connection refused/)
  expect(second.err).toEqual({ message: 'only a text' })
  await rm(directory, { recursive: true })
})
