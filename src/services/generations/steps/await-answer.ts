import type { Claimed } from '#database/queries/life/steps.ts'
import type { ServiceContext } from '../../context.ts'
import { failGeneration } from '../end-generation.ts'
import { collectResult } from './collect-result.ts'
import type { StepOutcome } from './run-step.ts'

/**
 * Nobody knows whether the provider took this job. It is never handed over again: a webhook with the generation's token
 * rescues it, otherwise its deadline fails it. Where no webhook can reach us, waiting could rescue nothing.
 */
export async function awaitAnswer(context: ServiceContext, row: Claimed): Promise<StepOutcome> {
  if (row.provider_job) return collectResult(context, row)
  if (context.webhookBase === null) return giveUpUnknown(context, row)
  return { step: 'await', attempts: 0, delay: Math.max(0, row.deadline.getTime() - Date.now()) }
}

/** Fails and refunds it, and tells the operator: the provider may have done the work and bill it. */
export async function giveUpUnknown(context: ServiceContext, row: Claimed): Promise<'ended'> {
  context.log.warn({ generation: row.id, model: row.model }, 'nobody knows whether the provider took this job')
  await failGeneration(context, row, 'unknown_outcome', null, {
    reason: 'unknown_outcome',
    note: `The connection broke while ${row.model} was handed over at ${row.submit_started_at?.toISOString()}. The person was refunded; the provider may bill a job for it.`,
  })
  return 'ended'
}
