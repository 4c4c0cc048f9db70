import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { createLocalStorage } from '#storage/local-storage.ts'
import { mediaSuite } from '#testing/api/media-suite.ts'

const directory = await mkdtemp(path.join(tmpdir(), 'atelier-media-'))
afterAll(() => rm(directory, { recursive: true, force: true }))

await mediaSuite((baseUrl) =>
  createLocalStorage({ directory, baseUrl, secret: 'a secret of the tests' }),
)
