import { afterAll } from 'vitest'
import { createLocalStorage } from '#platform/storage/local-storage.ts'
import { mediaSuite } from '#testing/api/media-suite.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'

const directory = await createTemporaryDirectory('media')
afterAll(() => removeTemporaryDirectory(directory))

await mediaSuite((baseUrl) =>
  createLocalStorage({ directory, baseUrl, secret: 'a secret of the tests' }),
)
