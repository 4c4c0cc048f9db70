import { afterAll } from 'vitest'
import { publishModels } from '#core/models/published-models.ts'
import { builtInModels, setModels } from '#core/models/rules/catalogue.ts'
import { cleanUpAfterFile } from './after-file.ts'

// Vitest runs this module for each test file.
// The files of a worker share its models.
afterAll(() => {
  setModels(builtInModels, [])
  publishModels(0, [])
})
afterAll(cleanUpAfterFile)
