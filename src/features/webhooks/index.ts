import type { Feature } from '../feature.ts'
import { announceEnd, announceToOperators } from './delivery-queries.ts'
import { listEndpoints } from './endpoint-queries.ts'
import * as operatorWebhooks from './migrations/0012-operator-webhooks.ts'
import * as webhooks from './migrations/webhooks-0001-webhooks.ts'
import { permissions } from './permissions.ts'
import { deleteOldDeliveries, sendDueDeliveries } from './send-deliveries.ts'

const minute = 60_000

/** Messages to servers of accounts and of operators about what happens (docs/webhooks.md). */
export const webhooksFeature: Feature = {
  permissions,
  migrations: { '0012-operator-webhooks': operatorWebhooks, 'webhooks-0001-webhooks': webhooks },
  accountTables: ['webhook_endpoint', 'webhook_delivery'],
  coordinatorTables: ['operator_webhook_endpoint', 'operator_webhook_delivery'],
  pages: ['/account/webhooks'],
  routes: () => import('./routes/webhook-routes.ts'),
  commands: () => import('./commands.ts'),
  accountExport: {
    // Without their secrets.
    webhooks: async (database, accountId) =>
      (await listEndpoints(database, accountId)).map(
        ({ id, url, events, disabled_reason, created_at }) => ({
          ...{ id, url, events, disabled_reason, created_at },
        }),
      ),
  },
  endEffects: [{ part: announceEnd }],
  operatorEvents: [announceToOperators],
  scheduledJobs: [
    {
      name: 'webhooks',
      every: 2_000,
      isShared: true,
      run: sendDueDeliveries,
    },
    {
      name: 'deliveries',
      every: 60 * minute,
      run: deleteOldDeliveries,
    },
  ],
}
