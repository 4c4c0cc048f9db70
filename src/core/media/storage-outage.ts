import { randomUUID } from 'node:crypto'
import {
  claimStorageProbe,
  clearStorageOutage,
  recordStorageOutage,
} from '#core/generations/queries/outages.ts'
import { queueOperatorMail } from '#core/mail/queue-mail.ts'
import { announceToOperators } from '#core/operators/announce-to-operators.ts'
import type { AllParts, Parts } from '#core/parts.ts'
import { StorageUnavailable } from '#platform/storage/storage.ts'
import { storeFile } from './stored-files.ts'

/** The pause before storage is first checked again, and between two checks, in ms. */
const firstProbe = 2_000
const probePause = 5_000

/** Storage that needs longer than this for a few bytes, in ms, is unavailable. */
const probeTimeout = 5_000

/** One confirmation at a time in each process. */
const confirming = new WeakMap<AllParts['storage'], Promise<void>>()

/**
 * Confirms a storage error with a small file: if that fails too, nothing more is started, charged
 * or stored until storage recovers. Resolves when that is known; never throws.
 */
export function confirmStorageOutage(context: StorageOutageParts): Promise<void> {
  const running = confirming.get(context.storage)
  if (running) return running
  const confirmation = confirm(context)
    .catch((error: unknown) =>
      context.log.error({ err: error }, 'storage outage could not be recorded'),
    )
    .finally(() => confirming.delete(context.storage))
  confirming.set(context.storage, confirmation)
  return confirmation
}

/** What operators' webhooks say of it: not the detail, which may name addresses. */
const ofStorage = { of: 'storage', provider: null, code: null }

export type StorageOutageParts = Parts<
  'contributions' | 'database' | 'log' | 'mail' | 'now' | 'storage'
>

async function confirm(context: StorageOutageParts): Promise<void> {
  const problem = await findProblem(context)
  if (problem === null) return
  const outage = { detail: problem }
  const news = await context.database.transaction().execute(async (transaction) => {
    const isNew = await recordStorageOutage(transaction, { ...outage, probeAfter: firstProbe })
    const content = { about: 'storage_outage', ...outage } as const
    if (!isNew) return false
    await queueOperatorMail(transaction, context.mail, content, context.now())
    await announceToOperators(context, transaction, { event: 'outage.began', data: ofStorage })
    return true
  })
  if (news)
    context.log.error(
      { reason: problem },
      'storage unavailable: no generation is started or charged',
    )
}

/**
 * While storage is unavailable, checks regularly whether it still is; if not, results are stored
 * and starts are allowed.
 */
export async function probeStorage(
  context: Parts<'changes' | 'contributions' | 'database' | 'log' | 'storage'>,
): Promise<void> {
  if (!(await claimStorageProbe(context.database, probePause))) return
  const problem = await findProblem(context)
  if (problem !== null) return context.log.warn({ reason: problem }, 'storage still unavailable')
  const wasOut = await context.database.transaction().execute(async (transaction) => {
    if (!(await clearStorageOutage(transaction))) return false
    await announceToOperators(context, transaction, { event: 'outage.ended', data: ofStorage })
    return true
  })
  if (!wasOut) return
  context.log.info({}, 'storage available again')
  context.changes.publishDue()
}

/** Writes and deletes a few bytes. The file is on the list to delete, should deleting fail. */
async function findProblem(context: Parts<'database' | 'storage'>): Promise<string | null> {
  const key = `probes/${randomUUID()}.txt`
  const probing = storeFile(context, key, content(), { maxBytes: 100, contentType: 'text/plain' })
    .then(() => context.storage.delete(key))
    .then(() => null)
    .catch((error: unknown) => {
      if (error instanceof StorageUnavailable) return error.message
      throw error
    })
  const { promise: late, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve(`No answer within ${probeTimeout} ms`), probeTimeout)
  probing.catch(() => undefined)
  return Promise.race([probing, late]).finally(() => clearTimeout(timer))
}

async function* content(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('storage probe')
}
