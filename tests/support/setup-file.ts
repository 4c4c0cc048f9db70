import { afterAll } from 'vitest'
import { cleanUpAfterFile } from './after-file.ts'

// Vitest runs this module for each test file.
afterAll(cleanUpAfterFile)
