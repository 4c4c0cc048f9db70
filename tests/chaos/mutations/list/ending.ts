import type { Mutation } from '#testing/mutation.ts'

const settle = 'src/core/generations/queries/end-generation.ts'
const endGeneration = 'src/core/generations/end-generation.ts'
const deadline =
  'src/core/generations/steps/run-step.test.ts > fails past its deadline and is refunded once'
const partial =
  'src/core/generations/steps/provider-failures.test.ts > is stored, and the missing share is refunded'
const leases = 'src/core/generations/queries/leases.test.ts'

/** Bugs in how a generation ends and what is paid back. */
export const ending: readonly Mutation[] = [
  {
    name: 'answer a failed generation at /v1 as if it had results',
    file: 'src/core/client-apis/routes/follow-result.ts',
    search: 'if (found.row.error_code && found.outputs.length === 0)',
    replace: 'if (found.row.error_code === null && found.outputs.length === 0)',
    catchers: [
      'src/features/openai-api/openai-client.test.ts > are refunded, and the client does',
      'chaos',
    ],
  },
  {
    name: 'refund twice the price',
    file: settle,
    search: 'update account set credits = credits + ${refund},',
    replace: 'update account set credits = credits + 2 * ${refund},',
    catchers: [deadline, 'chaos'],
  },
  {
    name: 'take yesterday’s refund off what was spent today',
    file: 'src/core/generations/queries/start-facts.ts',
    search: 'account.spent_day = ${dayOf(made)}',
    replace: 'true',
    catchers: ['src/core/generations/limits.test.ts'],
  },
  {
    name: 'refund without a ledger entry',
    file: settle,
    search: "'refund', ${refund}, paid_back.credits\n      from closed, paid_back",
    replace: "'refund', ${refund}, paid_back.credits\n      from closed, paid_back where false",
    catchers: [deadline],
  },
  {
    name: 'say refunded, pay nothing back',
    file: settle,
    search: 'where account.id = closed.account_id and ${refund} > 0',
    replace: 'where account.id = closed.account_id and ${refund} > 1000000',
    catchers: [deadline],
  },
  {
    name: 'end what has ended before (its job is kept)',
    file: settle,
    search: 'delete from job\n',
    replace: 'update job set attempts = attempts\n',
    catchers: [leases],
  },
  {
    name: 'end without holding the lease',
    file: settle,
    search: 'and (lease_token = ${leaseToken}::uuid\n',
    replace: 'and (lease_token is not null\n',
    catchers: [leases],
  },
  {
    name: 'cancel in the middle of handing over',
    file: settle,
    search:
      "\n            and (provider_job is not null or submit_started_at is null or step = 'await'))",
    replace: ')',
    catchers: [leases],
  },
  {
    name: 'the deadline refunds nothing',
    file: endGeneration,
    search: "const refund = context.autoRefund || code === 'cancelled' ? row.price : 0",
    replace: "const refund = code !== 'deadline' ? row.price : 0",
    catchers: [deadline, 'chaos'],
  },
  {
    name: 'a partial result refunds nothing',
    file: endGeneration,
    search: '    refund,\n    seed,\n',
    replace: '    refund: 0,\n    seed,\n',
    catchers: [partial],
  },
  {
    name: 'completed although files are missing',
    file: endGeneration,
    search: 'kept: answer ? 1 : results.length,',
    replace: 'kept: answer ? 1 : results.length && row.requested,',
    catchers: [partial, 'chaos'],
  },
  {
    name: 'an unknown outcome leaves no note',
    file: settle,
    search: '${alert ? alertOf(alert) : sql``}',
    replace: '${alert ? sql`` : sql``}',
    catchers: ['src/core/generations/steps/receive-webhook.test.ts'],
  },
  {
    name: 'cancelled and refunded although the provider goes on',
    file: 'src/core/generations/cancel-generation.ts',
    search: "if (answer === 'requested' || answer === 'not_found') return request(context, row)",
    replace: "if (answer === 'requested' || answer === 'not_found') return end(context, row)",
    catchers: [
      'src/core/generations/cancel-generation.test.ts > while the provider runs it and still finishes it: completed and charged',
    ],
  },
]
