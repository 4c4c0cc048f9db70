import { afterAll } from 'vitest'
import { createLocalStorage } from '#platform/storage/local-storage.ts'
import { uploadSuite } from '#testing/api/upload-suite.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'

const directory = await createTemporaryDirectory('uploads')
afterAll(() => removeTemporaryDirectory(directory))

await uploadSuite((baseUrl) =>
  createLocalStorage({ directory, baseUrl, secret: 'a secret of the tests' }),
)
