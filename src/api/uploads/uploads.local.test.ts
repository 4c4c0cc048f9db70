import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { createLocalStorage } from '#storage/local-storage.ts'
import { uploadSuite } from '#testing/api/upload-suite.ts'

const directory = await mkdtemp(path.join(tmpdir(), 'atelier-uploads-'))
afterAll(() => rm(directory, { recursive: true, force: true }))

await uploadSuite((baseUrl) =>
  createLocalStorage({ directory, baseUrl, secret: 'a secret of the tests' }),
)
