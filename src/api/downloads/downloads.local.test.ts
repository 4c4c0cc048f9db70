import { afterAll } from 'vitest'
import { createLocalStorage } from '#platform/storage/local-storage.ts'
import { downloadSuite } from '#testing/api/download-suite.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'

const directory = await createTemporaryDirectory('downloads')
afterAll(() => removeTemporaryDirectory(directory))

await downloadSuite((baseUrl) =>
  createLocalStorage({ directory, baseUrl, secret: 'a secret of the tests' }),
)
