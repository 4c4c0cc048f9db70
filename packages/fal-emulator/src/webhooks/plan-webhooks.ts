import type { Job, WebhookKind } from '../jobs/job.ts'

export type PlannedWebhook = { kind: WebhookKind; late: boolean }

/**
 * What is sent about a finished job. After something false, nothing true follows: only asking
 * helps.
 */
export function planWebhooks({ faults }: Pick<Job, 'faults'>): PlannedWebhook[] {
  return kindsFor(faults).map((kind) => ({ kind, late: faults.includes('webhook-late') }))
}

function kindsFor(faults: Job['faults']): WebhookKind[] {
  if (faults.includes('webhook-lost')) return []
  if (faults.includes('webhook-forged')) return ['forged']
  if (faults.includes('webhook-foreign-user')) return ['foreign-user', 'foreign-key']
  if (faults.includes('webhook-other-job')) return ['other-job']
  return faults.includes('webhook-twice') ? ['event', 'repeated'] : ['event']
}

/** Sent once, whatever the answer: whoever forges does not come back. */
export function isTrue(kind: WebhookKind): boolean {
  return kind === 'event' || kind === 'repeated'
}
