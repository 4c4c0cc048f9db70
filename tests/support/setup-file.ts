import { afterAll } from 'vitest'
import { builtInModels, setModels } from '#catalogue/catalogue.ts'
import { publishModels } from '#services/models/published-models.ts'
import { cleanUpAfterFile } from './after-file.ts'

// Vitest runs this module for each test file.
// The files of a worker share its models.
afterAll(() => {
  setModels(builtInModels, [])
  publishModels(0, [])
})
afterAll(cleanUpAfterFile)
