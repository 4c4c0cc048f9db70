import type { Feature } from '../feature.ts'
import { findBlockedTexts } from './blocked-terms-rules.ts'
import { BlockedTermsSetting, countTerms } from './contract.ts'
import * as removedFiles from './migration.ts'
import { permissions } from './permissions.ts'
import { findRemovedHashes } from './queries.ts'
import { writeRemovalMail } from './write-mail.ts'

/** Blocked terms, removing results for everyone, and the hashes of removed files. */
export const moderationFeature: Feature = {
  migrations: { 'moderation-0001-removed-files': removedFiles },
  coordinatorTables: ['removed_file'],
  permissions,
  settings: {
    blocked_terms: { schema: BlockedTermsSetting, initial: {}, summarize: countTerms },
  },
  inputChecks: [(model, input, { blocked_terms: lists }) => findBlockedTexts(model, input, lists)],
  refusedHashes: [findRemovedHashes],
  mails: { result_removed: writeRemovalMail },
  routes: () => import('./routes.ts'),
  commands: () => import('./commands.ts'),
}
