import { afterAll } from 'vitest'
import { createLocalStorage } from '#platform/storage/local-storage.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'
import { downloadSuite } from './test-support.ts'

const directory = await createTemporaryDirectory('downloads')
afterAll(() => removeTemporaryDirectory(directory))

await downloadSuite((baseUrl) =>
  createLocalStorage({ directory, baseUrl, secret: 'a secret of the tests' }),
)
