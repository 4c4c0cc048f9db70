import type { Database } from '#platform/database/database.ts'

/** A gauge as a feature sets it; without labels of its own, of all processes. */
export type AddedGauge = {
  set(value: number): void
  set(labels: Record<string, string>, value: number): void
  reset(): void
}

/**
 * What a feature adds to the metrics: makes its gauges, and returns what sets them before each read.
 */
export type AddedMetrics = (
  make: (name: string, help: string, labelNames?: string[]) => AddedGauge,
) => (database: Database) => Promise<void>

type Metric = { help: string; labels: readonly string[] }

/** `buckets` in seconds, where those of requests do not fit. */
type Timing = Metric & { buckets?: readonly number[] }

/** From an image to the longest video. */
const jobBuckets = [0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600]

/**
 * All counters. Label values are few: never an id, an address or a text of a person.
 */
export const counters = {
  atelier_generations_started_total: { help: 'Generations charged and queued.', labels: ['kind'] },
  atelier_generations_ended_total: {
    help: 'Generations that ended. error_code is empty unless they failed.',
    labels: ['kind', 'status', 'error_code'],
  },
  atelier_credits_charged_total: { help: 'Credits taken for generations.', labels: ['kind'] },
  atelier_credits_refunded_total: { help: 'Credits given back for generations.', labels: ['kind'] },
  atelier_results_lost_total: {
    help: 'Results that the provider finished and we could not collect: they may be billed.',
    labels: ['kind'],
  },
  atelier_blocked_texts_total: {
    help: 'Creates refused because a text has a blocked term.',
    labels: ['kind'],
  },
  atelier_reports_total: { help: 'Reports of public results.', labels: ['reason'] },
  atelier_event_loop_stalls_total: {
    help: 'Times the event loop of this process stood still for 2 s or more, and ran again.',
    labels: [],
  },
  atelier_marks_total: {
    help: 'Results by how they were marked: signed, metadata, kept, none, or failed for now.',
    labels: ['state'],
  },
  atelier_parsers_ended_total: {
    help: 'Parsers that were ended or crashed while they read a file of a person or provider.',
    labels: ['task', 'cause'],
  },
  atelier_storage_errors_total: {
    help: 'Calls to our storage that failed.',
    labels: ['operation'],
  },
  atelier_provider_errors_total: {
    help: 'Calls to providers that failed, by our code.',
    labels: ['provider', 'code'],
  },
  atelier_payment_events_total: {
    help: 'What the payment provider told, by what came of it.',
    labels: ['outcome'],
  },
  atelier_mails_total: {
    help: 'Mails by what came of an attempt: sent, failed, or given_up.',
    labels: ['about', 'outcome'],
  },
  atelier_webhook_deliveries_total: {
    help: 'Messages to webhooks of accounts and operators, by what came of an attempt: delivered, failed, or given_up.',
    labels: ['outcome'],
  },
  atelier_webhooks_total: {
    help: 'Calls of our webhooks, by what came of them.',
    labels: ['outcome'],
  },
} as const satisfies Record<string, Metric>

/** All histograms, in seconds. */
export const histograms = {
  atelier_http_request_seconds: {
    help: 'HTTP requests until the head of their answer, by route pattern.',
    labels: ['method', 'route', 'status'],
  },
  atelier_storage_seconds: {
    help: 'Calls to our storage: how long it took itself, without what a write waited for its bytes.',
    labels: ['operation', 'outcome'],
  },
  atelier_step_seconds: {
    help: 'One step of a generation by a worker. outcome: the next step, ended, or lost to another worker.',
    labels: ['kind', 'step', 'outcome'],
  },
  atelier_job_seconds: {
    help: 'Generations that ended. part: queue until the provider began, run from there to the end, or all of it.',
    labels: ['kind', 'part'],
    buckets: jobBuckets,
  },
} as const satisfies Record<string, Timing>

type Labels<Of extends Metric> = Record<Of['labels'][number], string>

/**
 * Counts and measures the events of this process, for the operator (`GET /metrics`). Never throws.
 */
export type Meter = {
  count<Name extends keyof typeof counters>(
    name: Name,
    labels: Labels<(typeof counters)[Name]>,
    by?: number,
  ): void
  observe<Name extends keyof typeof histograms>(
    name: Name,
    labels: Labels<(typeof histograms)[Name]>,
    seconds: number,
  ): void
}

declare module '#core/parts.ts' {
  interface AllParts {
    meter: Meter
  }
  interface Contributions {
    metrics: readonly AddedMetrics[]
  }
}
