import { createTemporaryDirectory, removeTemporaryDirectory } from './temporary-directory.ts'

const cleanups: (() => unknown)[] = []

/**
 * Calls a function after the test file, the latest first. It may be registered by a running test
 * or hook, where Vitest ignores `afterAll`.
 */
export function afterFile(cleanup: () => unknown): void {
  cleanups.push(cleanup)
}

/** Creates an empty directory that is removed after the test file. */
export async function fileDirectory(name: string): Promise<string> {
  const directory = await createTemporaryDirectory(name)
  afterFile(() => removeTemporaryDirectory(directory))
  return directory
}

/** Calls what was registered, each function even when others throw. */
export async function cleanUpAfterFile(): Promise<void> {
  const errors: unknown[] = []
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) {
    try {
      await cleanup()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Cleaning up after the test file failed')
}
