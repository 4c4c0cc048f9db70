import { pollChanges } from '#core/events/poll-changes.ts'
import type { Parts } from '#core/parts.ts'
import type { KnownProviders } from './check-definition.ts'
import { loadModels } from './load-models.ts'
import { readRevision, recordProviders } from './queries.ts'
import { stampOf, syncFiles } from './sync-files.ts'
import { syncBuiltIns } from './sync-models.ts'

type Context = Parts<'database' | 'log' | 'settings'> & {
  providers: KnownProviders & { keys(): Iterable<string> }
}

/** `directory`: `MODELS_DIR`; its definitions count before those of the database. */
export type RegistryOptions = { directory?: string | undefined }

/**
 * Records the definitions of this release and of the directory, makes this process use the models of
 * the database, and follows their changes, of any process, within about a second. While the
 * database or the directory cannot be read, the models stay as they are.
 */
export async function followModels(
  context: Context,
  { directory }: RegistryOptions,
): Promise<{ stop(): Promise<void> }> {
  const { database, log } = context
  await syncBuiltIns(database)
  await recordProviders(database, [...context.providers.keys()])
  let stamp = directory && (await stampOf(directory))
  if (directory) await syncFiles(context, directory)
  const orderOf = () => JSON.stringify(context.settings.current().settings.model_order)
  let order = orderOf()
  let revision = await loadModels(context)

  const look = async () => {
    const found = directory && (await stampOf(directory))
    if (directory && found !== stamp) {
      await syncFiles(context, directory)
      stamp = found
    }
    const isOrdered = order === orderOf()
    if (isOrdered && (await readRevision(database)) === revision) return
    order = orderOf()
    revision = await loadModels(context)
    log.info({ revision }, 'models changed')
  }
  const { stop, lookNow } = pollChanges(log, 'models', look)
  const unfollow = context.settings.onChange(() => void lookNow())
  return {
    stop: () => {
      unfollow()
      return stop()
    },
  }
}
