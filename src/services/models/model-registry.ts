import { readRevision } from '#database/queries/models.ts'
import type { ServiceContext } from '../context.ts'
import type { KnownProviders } from './check-definition.ts'
import { loadModels } from './load-models.ts'
import { stampOf, syncFiles } from './sync-files.ts'
import { syncBuiltIns } from './sync-models.ts'

/** How often a process looks for changes of models, in ms. */
const pause = 1_000

type Context = Pick<ServiceContext, 'database' | 'log'> & { providers: KnownProviders }

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
  let stamp = directory && (await stampOf(directory))
  if (directory) await syncFiles(context, directory)
  let revision = await loadModels(context)

  const look = async () => {
    const found = directory && (await stampOf(directory))
    if (directory && found !== stamp) {
      await syncFiles(context, directory)
      stamp = found
    }
    if ((await readRevision(database)) === revision) return
    revision = await loadModels(context)
    log.info({ revision }, 'models changed')
  }
  let looking = Promise.resolve()
  let isFailing = false
  const timer = setInterval(() => {
    looking = looking.then(look).then(
      () => {
        isFailing = false
      },
      (error: unknown) => {
        if (!isFailing) log.warn({ err: error }, 'models cannot be read')
        isFailing = true
      },
    )
  }, pause)
  return {
    stop: () => {
      clearInterval(timer)
      return looking
    },
  }
}
