import type { Command } from 'commander'
import type { FeatureRoutes } from '#core/http/env.ts'
import type { Contributions, FeatureParts, Parts } from '#core/parts.ts'
import type { Schema } from '#platform/database/migrate.ts'

/**
 * What a feature adds to the core, which knows no feature by name. Its pages add to those of the core
 * by files of known names in its folder `web` (docs/decisions/0048-a-feature-is-a-folder.md).
 */
export type Feature = Partial<
  Schema & Omit<Contributions, 'mails' | 'permissions' | 'settings' | 'signUpNotes'>
> & {
  mails?: Partial<Contributions['mails']>
  permissions?: Partial<Contributions['permissions']>
  settings?: Partial<Contributions['settings']>
  /**
   * The folders of the features that it imports: their `contract.ts`, `public.ts` and
   * `web/public.tsx`. It is gone with each of them.
   */
  needs?: readonly string[]
  /** The paths of its pages (`web/pages.ts`); one with a slash at its end stands for all below. */
  pages?: readonly string[]
  /** Loaded by servers alone. */
  routes?: () => Promise<FeatureRoutes>
  /** Loaded by the command line alone. */
  commands?: () => Promise<FeatureCommands>
}

/** What a feature adds to the command line. */
export type FeatureCommands = {
  addCommands(program: Command, tools: CommandTools): void
  /** The texts of its refusals, by language and code. */
  refusalTexts?: NonNullable<FeatureRoutes['errors']>['texts']
}

/** What the commands of a feature use. */
export type CommandTools = {
  /** Runs a command on the database, which is started for it where no process has it open. */
  withDatabase(command: (context: CommandContext) => Promise<void>): Promise<void>
  /** Reads a JSON file; `undefined`: its content is not JSON. */
  readJson(file: string): Promise<unknown>
  /** Our origin, without a slash at the end; empty where the configuration does not say it. */
  publicUrl(): string
}

/**
 * What a command may use: the database and its notifications, and outside only what main opens for
 * features.
 * `providers`: the ids of the configured ones. `sendsMail`: whether the server does.
 */
export type CommandContext = Parts<
  | 'database'
  | 'openLongRunningConnection'
  | 'changes'
  | 'deadlines'
  | 'meter'
  | 'log'
  | 'settings'
  | 'admins'
  | 'foreignFiles'
  | 'contributions'
  | keyof FeatureParts
> & {
  providers: ReadonlySet<string>
  sendsMail: boolean
}
