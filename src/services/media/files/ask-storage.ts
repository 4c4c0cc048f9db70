import { NotStored } from '#storage/storage.ts'
import type { ServiceContext } from '../../context.ts'
import { Refused } from '../../refused.ts'

/** A missing file is `not_found`, a store in trouble `unavailable`; the operator learns of both. */
export async function askStorage<Answer>(
  context: ServiceContext,
  ask: (context: ServiceContext) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(context)
  } catch (error) {
    if (error instanceof Refused) throw error
    context.log.error({ err: error }, 'storage failed')
    throw new Refused({ reason: error instanceof NotStored ? 'not_found' : 'unavailable' })
  }
}
