import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { createLogger } from './logger.ts'

const fullDisk = '/dev/full'

it.skipIf(!existsSync(fullDisk))('a full disk under the log ends nothing', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-log-'))
  await symlink(fullDisk, path.join(directory, 'atelier.log'))
  const { log } = createLogger(readConfig({ DATA_DIR: directory }))
  expect(() => log.info('nobody can read this')).not.toThrow()
  expect(() => log.fatal('nor this')).not.toThrow()
  await rm(directory, { recursive: true })
})
