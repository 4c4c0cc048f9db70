import { readDefinitions } from '#core/models/sync-files.ts'
import { readSettingsFile } from '#core/settings/studio-settings.ts'
import { contributions } from '#features/contributions.ts'
import type { Config } from '../config.ts'
import { configuredProviders } from '../with-database.ts'
import { doubtful, type Finding, right, wordsOf, wrong } from './finding.ts'

type Named = Finding & { name: string }

const remedy = 'The studio does not start so.'

/** Reads `SETTINGS_FILE` and `MODELS_DIR`, where they are set, as the start does. */
export async function* checkFiles(config: Config): AsyncGenerator<Named> {
  const { settings, modelsDir } = config
  if (settings.file) yield { name: 'settings', ...(await checkSettings(settings.file)) }
  if (modelsDir) yield { name: 'definitions', ...(await checkDefinitions(modelsDir, config)) }
}

async function checkSettings(file: string): Promise<Finding> {
  try {
    const settings = await readSettingsFile(file, contributions.settings)
    return right(`${Object.keys(settings).length} settings in ${file}`)
  } catch (error) {
    return wrong(wordsOf(error), remedy)
  }
}

/** The studio starts with invalid definitions, and logs them. */
async function checkDefinitions(directory: string, config: Config): Promise<Finding> {
  try {
    const { models, invalid } = await readDefinitions(directory, configuredProviders(config))
    const problems = [...invalid].map(([file, problem]) => `${file}: ${problem}`)
    return problems.length > 0
      ? doubtful(`definitions cannot be used: ${problems.join('; ')}`)
      : right(`${models.length} definitions in ${directory}`)
  } catch (error) {
    return wrong(wordsOf(error), remedy)
  }
}
