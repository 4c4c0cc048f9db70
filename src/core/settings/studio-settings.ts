import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { Permission } from '#core/accounts/rules/roles.ts'
import { pollChanges } from '#core/events/poll-changes.ts'
import type { Parts } from '#core/parts.ts'
import {
  readSomeSettings,
  type SettingProblem,
  type SettingSchema,
  type SettingSchemas,
  type SomeSettings,
  settingDefaults,
} from './contract/studio-settings.ts'
import { readLogo } from './logo.ts'
import { readNewestSettings, readSettingsRevision } from './queries.ts'
import {
  type FeatureSettings,
  type ResolvedSettings,
  resolveSettings,
} from './studio-settings-rules.ts'

type Context = Parts<'contributions' | 'database' | 'log'>

/** What the configuration fixes: it takes precedence over what is saved in the database. */
export type FixedSettings = {
  environment: SomeSettings
  /** `SETTINGS_FILE`: a JSON file of settings. */
  file?: string | undefined
}

/** The settings that this process uses now. */
export type CurrentSettings = ResolvedSettings & {
  /** Identifies these values, in every process. */
  mark: string
  /** The number of the saved ones that they were made from; 0: none were saved. */
  revision: number
}

export type SettingsReader = {
  /** Reads them at once, without waiting for the next look. */
  refresh(): Promise<void>
  current(): CurrentSettings
  /** Calls a function whenever they change. Returns one that ends this. */
  onChange(listener: () => void): () => void
}

/** A setting that a feature adds. */
export type AddedSetting<Value> = SettingSchema<Value> & {
  /** What its schema cannot know; asked before an operator's value is saved. */
  findProblems?(
    context: Parts<'database'>,
    value: Value,
  ): readonly SettingProblem[] | Promise<readonly SettingProblem[]>
  /** What the audit log has in place of a long value. */
  summarize?(value: Value): unknown
  /** What a role needs to change it, beside `settings.change`. */
  permission?: Permission
}

/** The settings of features, by name. */
export type AddedSettings = {
  readonly [Name in keyof FeatureSettings]: AddedSetting<FeatureSettings[Name]>
}

declare module '#core/parts.ts' {
  interface AllParts {
    /** What the operator sets while the studio runs. */
    settings: SettingsReader
  }

  interface Contributions {
    /** The settings that they add. */
    settings: AddedSettings
  }
}

/** An invalid `SETTINGS_FILE`; the message names each problem. */
export class InvalidSettingsFile extends Error {
  override name = 'InvalidSettingsFile'
}

/**
 * Follows the settings of the database and of the file within about a second, in every process.
 * While one of them cannot be read or is invalid, what was read of it before stays. Throws
 * `InvalidSettingsFile` when the file is invalid at the start.
 */
export async function followSettings(
  context: Context,
  { environment, file }: FixedSettings,
): Promise<SettingsReader & { stop(): Promise<void> }> {
  const { database, log } = context
  const added = context.contributions.settings
  const defaults = settingDefaults(added)
  let fromFile = file === undefined ? {} : await readSettingsFile(file, added)
  let stamp = file && (await stampOf(file))
  let saved = await readSaved(context, {})
  const resolve = () =>
    toCurrent(
      resolveSettings({ database: saved.settings, environment, file: fromFile }, defaults),
      saved.revision,
    )
  let current = resolve()
  const listeners = new Set<() => void>()

  const lookAtFile = async () => {
    const found = file && (await stampOf(file))
    if (!file || found === stamp) return
    stamp = found
    fromFile = await readSettingsFile(file, added)
  }
  const look = async () => {
    await lookAtFile().catch((error: unknown) => {
      log.error({ file, problem: (error as Error).message }, 'the settings file cannot be used')
    })
    if ((await readSettingsRevision(database)) !== saved.revision)
      saved = await readSaved(context, saved.settings)
    const next = resolve()
    const isChanged = next.mark !== current.mark
    current = next
    if (!isChanged) return
    log.info({ revision: next.revision }, 'settings changed')
    for (const listener of listeners) listener()
  }
  const onChange = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const { stop, lookNow } = pollChanges(log, 'settings', look)
  return { current: () => current, onChange, refresh: lookNow, stop }
}

/** Settings that never change. */
export function fixedSettings(added: SettingSchemas, settings: SomeSettings = {}): SettingsReader {
  const current = toCurrent(resolveSettings({ environment: settings }, settingDefaults(added)), 0)
  return {
    current: () => current,
    onChange: () => () => undefined,
    refresh: async () => undefined,
  }
}

function toCurrent(resolved: ResolvedSettings, revision: number): CurrentSettings {
  // No page shows it: that it changes makes no page anew.
  const { mark_results: _, visible_label: __, ...shown } = resolved.settings
  const text = JSON.stringify(shown)
  const mark = createHash('sha256').update(text).digest('base64url').slice(0, 12)
  return { ...resolved, mark, revision }
}

/** Reads `SETTINGS_FILE`. Throws `InvalidSettingsFile` naming every problem. */
export async function readSettingsFile(file: string, added: SettingSchemas): Promise<SomeSettings> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new InvalidSettingsFile(`SETTINGS_FILE: ${error.message}`)
  })
  const read = readSomeSettings(added, parse(text))
  if (read.ok) return withCleanLogo(read.settings)
  throw new InvalidSettingsFile(
    read.problems
      .map(({ path, message }) => `SETTINGS_FILE: ${path || file}: ${message}`)
      .join('\n'),
  )
}

async function withCleanLogo(settings: SomeSettings): Promise<SomeSettings> {
  if (!settings.logo) return settings
  const logo = await readLogo(settings.logo).catch((error: Error) => {
    throw new InvalidSettingsFile(`SETTINGS_FILE: logo: ${error.message}`)
  })
  return { ...settings, logo }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function stampOf(file: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(file)
  return `${mtimeMs} ${size} ${ino}`
}

/**
 * Saved settings that this release cannot read are logged, and `before` stays. Those of a feature
 * that is gone are left out.
 */
async function readSaved(
  { contributions, database, log }: Context,
  before: SomeSettings,
): Promise<{ revision: number; settings: SomeSettings }> {
  const { revision, settings: saved } = await readNewestSettings(database)
  const names = new Set(Object.keys(settingDefaults(contributions.settings)))
  const unknown = Object.keys(saved).filter((name) => !names.has(name))
  if (unknown.length > 0) log.warn({ revision, names: unknown }, 'saved settings are unknown')
  const known = Object.entries(saved).filter(([name]) => names.has(name))
  const read = readSomeSettings(contributions.settings, Object.fromEntries(known))
  if (read.ok) return { revision, settings: read.settings }
  log.error({ revision, problems: read.problems }, 'saved settings cannot be used')
  return { revision, settings: before }
}
