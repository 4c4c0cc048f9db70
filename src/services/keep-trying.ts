import type { ServiceContext } from './context.ts'

const attempts = 30
const pause = 1_000

/**
 * Writes what must not be forgotten because the database restarts: tries for half a minute, then
 * throws.
 */
export async function keepTrying<Result>(
  { log }: Pick<ServiceContext, 'log'>,
  write: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (attempt === attempts) throw error
      log.warn({ attempt, err: error }, 'step could not be recorded yet')
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
