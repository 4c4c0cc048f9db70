import { lockOpenAccount } from '#core/accounts/queries/accounts.ts'
import type { Feature } from '../feature.ts'
import { deleteUnnamedFiles } from './delete-unnamed-files.ts'
import { exportCanvases } from './export-canvases.ts'
import * as canvas from './migration.ts'

/** Documents of layers that an account edits, with their versions and files of pixels. */
export const canvasFeature: Feature = {
  migrations: { 'canvas-0001-documents': canvas },
  accountTables: ['canvas_version', 'canvas_document', 'canvas_file'],
  scheduledJobs: [{ name: 'canvas-files', every: 15 * 60_000, run: deleteUnnamedFiles }],
  pages: ['/canvas', '/canvas/'],
  routes: () => import('./routes.ts'),
  accountExport: {
    canvases: async (database, accountId) => exportCanvases(database, accountId),
  },
  forgetAccount: [
    // A save locks the account before its rows: the deletion does so, too, and they wait in turn.
    async (transaction, accountId) => void (await lockOpenAccount(transaction, accountId)),
  ],
}
