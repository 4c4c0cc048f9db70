import { between, happens, type Random, weighted } from './random.ts'

/**
 * A fault that the emulator commits on request, and how often it is drawn. Those of the whole
 * provider account stop every generation for a while, so they are rare. `repeats`: it may pass after a few attempts.
 */
export type FaultRow = { name: string; weight: number; repeats?: boolean }

/** What can go wrong while a job is submitted. */
const submitFaults: readonly FaultRow[] = [
  { name: 'refuse-429', weight: 6, repeats: true },
  { name: 'refuse-500', weight: 4, repeats: true },
  { name: 'refuse-503', weight: 6, repeats: true },
  { name: 'html-502', weight: 4, repeats: true },
  { name: 'html-200', weight: 3 },
  { name: 'accepted-500', weight: 5 },
  { name: 'truncated-submit', weight: 5 },
  { name: 'drop-before', weight: 6 },
  { name: 'drop-after', weight: 8 },
  { name: 'hang-before', weight: 4 },
  { name: 'hang-after', weight: 6 },
  { name: 'unauthorized', weight: 0.1 },
  { name: 'exhausted-balance', weight: 0.1 },
  { name: 'account-locked', weight: 0.1 },
]

/** What can go wrong while it runs, in its result and with its files. */
const workFaults: readonly FaultRow[] = [
  { name: 'status-500', weight: 4 },
  { name: 'status-drop', weight: 4 },
  { name: 'slow', weight: 3 },
  { name: 'stuck', weight: 2 },
  { name: 'ignore-cancel', weight: 3 },
  { name: 'internal-error', weight: 5 },
  { name: 'request-timeout', weight: 3 },
  { name: 'validation', weight: 5 },
  { name: 'content-policy', weight: 5 },
  { name: 'file-download-error', weight: 4 },
  { name: 'nsfw', weight: 8 },
  { name: 'nsfw-all', weight: 3 },
  { name: 'empty', weight: 4 },
  { name: 'lost-result', weight: 4 },
  { name: 'late-result-404', weight: 4 },
  { name: 'html-result', weight: 4 },
  { name: 'nul-result', weight: 4 },
  { name: 'endless-result', weight: 2 },
  { name: 'endless-status', weight: 2 },
  { name: 'truncated', weight: 4 },
  { name: 'missing-file', weight: 5 },
  { name: 'wrong-type', weight: 4 },
  { name: 'slow-file', weight: 2 },
  { name: 'huge-file', weight: 0.3 },
]

/** What can go wrong with the message that it has ended. */
const webhookFaults: readonly FaultRow[] = [
  { name: 'webhook-lost', weight: 5 },
  { name: 'webhook-late', weight: 5 },
  { name: 'webhook-twice', weight: 5 },
  { name: 'webhook-early', weight: 5 },
  { name: 'webhook-payload-error', weight: 3 },
  { name: 'webhook-forged', weight: 5 },
  { name: 'webhook-foreign-user', weight: 3 },
  { name: 'webhook-other-job', weight: 5 },
]

const all = [...submitFaults, ...workFaults, ...webhookFaults]

/** Every fault of the table. */
export const knownFaults: readonly string[] = all.map(({ name }) => name)

export type DrawnFault = { name: string; times: number | null }

/**
 * Which faults one generation meets: none for about two in five, else one, now and then one of each
 * group.
 */
export function drawFaults(random: Random): DrawnFault[] {
  if (happens(random, 0.4)) return []
  if (!happens(random, 0.1)) return [draw(random, all)]
  const drawn = [submitFaults, workFaults, webhookFaults].map((group) => draw(random, group))
  return drawn.some(({ name }) => losesJob.has(name))
    ? drawn.filter(({ name }) => name !== 'webhook-other-job')
    : drawn
}

/**
 * The job is accepted and its id is lost. Where the result does not repeat the prompt, only the
 * webhook names the job, and one about another job looks the same (docs/decisions/0008).
 */
const losesJob = new Set(['drop-after', 'hang-after', 'accepted-500', 'truncated-submit'])

function draw(random: Random, group: readonly FaultRow[]): DrawnFault {
  const { name, repeats } = weighted(random, group)
  const times = between(random, 1, 3)
  return { name, times: repeats && happens(random, 0.7) ? times : null }
}

/** How the emulator reads it in a prompt. */
export function marker({ name, times }: DrawnFault): string {
  return `[fault:${name}${times === null ? '' : `*${times}`}]`
}
