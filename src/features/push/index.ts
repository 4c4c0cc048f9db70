import type { Feature } from '../feature.ts'
import * as push from './migration.ts'
import { listSubscriptions, pushWhenEnded, withdrawPushes } from './queries.ts'
import { deleteOldSubscriptions, sendDuePushes } from './send-pushes.ts'

const minute = 60_000

/** Messages to browsers about long jobs that end while no page is open (RFC 8030, 8291, 8292). */
export const pushFeature: Feature = {
  migrations: { '0016-push': push },
  accountTables: ['push_subscription', 'push_message'],
  coordinatorTables: ['push_key'],
  routes: () => import('./routes.ts'),
  accountExport: {
    // Without their addresses, which messages can be sent to.
    push_subscriptions: async (database, accountId) =>
      (await listSubscriptions(database, accountId)).map(({ endpoint, language, created_at }) => ({
        service: new URL(endpoint).origin,
        language,
        created_at,
      })),
  },
  endEffects: [{ part: pushWhenEnded }],
  whenShown: [({ database }, accountId, ids) => withdrawPushes(database, accountId, ids)],
  scheduledJobs: [
    {
      name: 'push',
      every: 2_000,
      isShared: true,
      run: sendDuePushes,
    },
    {
      name: 'subscriptions',
      every: 60 * minute,
      run: deleteOldSubscriptions,
    },
  ],
}
