import type { Mutation } from '#testing/mutation.ts'

const steps = 'src/core/generations/queries/generation-steps.ts'
const submit = 'src/core/generations/steps/submit.ts'
const failures = (test: string) => `src/core/generations/steps/provider-failures.test.ts > ${test}`
const running = (test: string) => `src/core/generations/steps/run-step.test.ts > ${test}`
const leases = 'src/core/generations/queries/leases.test.ts'

/** Bugs between the worker and the provider: jobs submitted twice or lost. */
export const submitCrash: readonly Mutation[] = [
  {
    name: 'two workers take the same row (no lock)',
    file: steps,
    search: 'limit ${limit} for update skip locked',
    replace: 'limit ${limit}',
    catchers: [leases],
  },
  {
    name: 'take rows that another worker holds',
    file: steps,
    search: " and step <> 'store' and ${isFree}`",
    replace: " and step <> 'store'`",
    catchers: [leases],
  },
  {
    name: 'write a step without holding the lease',
    file: steps,
    search: '\n    and lease_token = ${row.lease_token}::uuid`',
    replace: '`',
    catchers: ['src/core/generations/queries/advance.test.ts'],
  },
  {
    name: 'submit again after an unknown outcome',
    file: submit,
    search:
      "if (!(error instanceof ProviderError) || error.delivery === 'unknown')\n    return { outcome: awaitOutcome(context, row, [provider]) }",
    replace:
      'if (!(error instanceof ProviderError)) return { outcome: awaitOutcome(context, row, [provider]) }',
    catchers: [failures('is charged once and refunded once'), 'chaos'],
  },
  {
    name: 'submit again after a crash in the call',
    file: 'src/core/generations/steps/run-step.ts',
    search: "if (step === 'submit' && !wasAttempted) return submitGeneration",
    replace: "if (step === 'submit') return submitGeneration",
    catchers: [running('never repeats a submit during which the process crashed'), 'chaos'],
  },
  {
    name: 'take any server error for a refusal',
    file: 'src/providers/http/http-error.ts',
    search: 'return status < 500 || status === 503',
    replace: 'return status >= 400',
    catchers: ['src/providers/fal/fal.test.ts', 'chaos'],
  },
  {
    name: 'ask again for an image whose answer was lost',
    file: submit,
    search:
      '  if (asked.length > 0 && asked.every(({ provider }) => provider.isRepeatable))\n    return',
    replace: '  if (asked.length > 0)\n    return',
    catchers: ['src/core/generations/steps/openai.test.ts'],
  },
  {
    name: 'forget the intent before the call',
    file: steps,
    search: 'then coalesce(submit_started_at, now()) else submit_started_at end',
    replace: 'then submit_started_at else submit_started_at end',
    catchers: [running('never repeats a submit during which the process crashed')],
  },
  {
    name: 'forget the intent where the row is born claimed',
    file: 'src/core/generations/queries/start-generation.ts',
    search: "* interval '1 ms', clock_timestamp()`",
    replace: "* interval '1 ms', null::timestamptz`",
    catchers: ['src/core/generations/start-beside-worker.test.ts'],
  },
  {
    name: 'forget what may have been charged without an answer',
    file: 'src/core/generations/charge-generation.ts',
    search: '    context.background.run(() => releaseToOtherWorkers(context, charge))\n',
    replace: '',
    catchers: ['src/core/generations/start-beside-worker.test.ts'],
  },
  {
    name: 'record another hash than the file has',
    file: 'src/platform/storage/storage.ts',
    search: 'hash.update(chunk)',
    replace: 'hash.update(chunk.subarray(1))',
    catchers: ['src/platform/storage/local-storage.test.ts', 'chaos'],
  },
  {
    name: 'sweep files that have a record',
    file: 'src/core/media/queries/garbage.ts',
    search: 'used.has(key) || ',
    replace: '',
    catchers: ['src/core/history/retention.test.ts'],
  },
  {
    name: 'wait for a submit without an answer until its deadline',
    file: 'src/core/generations/steps/submit.ts',
    search: 'delay: unknownSubmitWait(row.kind)',
    replace: 'delay: 86_400_000',
    catchers: ['src/core/generations/steps/receive-webhook.test.ts'],
  },
  {
    name: 'store what the provider says as it is',
    file: 'src/providers/http/call-json.ts',
    search: 'return unstorable.test(text) ? toStorable(parsed) : parsed',
    replace: 'return parsed',
    catchers: [failures('keeps a finished image beside text with NUL'), 'chaos'],
  },
  {
    name: 'let the job of a refunded generation run',
    file: 'src/core/generations/steps/run-step.ts',
    search:
      '  else if (await hasEnded(context.database, row))\n    await cancelAbandonedJob(context, row.id, providerJob)\n',
    replace: '',
    catchers: [running('cancels at the provider the job of a slow submit')],
  },
  {
    name: 'forget a job that outlived its lease',
    file: 'src/core/generations/steps/run-step.ts',
    search: '  if (!providerJob) return null\n',
    replace: '  if (providerJob || !providerJob) return null\n',
    catchers: [running('records the job of a submit that took longer than its lease')],
  },
  {
    name: 'submit to another provider what the first may have accepted',
    file: submit,
    search: '    return { outcome: awaitOutcome(context, row, [provider]) }\n',
    replace: '    return { outcome: awaitOutcome(context, row, [provider]), isPassedOver: true }\n',
    catchers: ['src/core/generations/steps/choose-provider.test.ts'],
  },
  {
    name: 'take an input that was refused for what it says to another provider',
    file: submit,
    search: 'isPassedOver: !isAboutInput(failure)',
    replace: 'isPassedOver: true',
    catchers: ['src/core/generations/steps/choose-provider.test.ts'],
  },
  {
    name: 'charge while all providers of a model reject our account',
    file: 'src/core/generations/queries/start-generation.ts',
    search: 'return sql`not (${sql.join(providers.map(isOut), sql` and `)})`',
    replace: 'return sql`${isOut(providers[0] ?? "")} is not null`',
    catchers: ['src/core/generations/steps/choose-provider.test.ts'],
  },
  {
    name: 'record a time with a fraction of a millisecond',
    file: 'src/core/generations/queries/end-generation.ts',
    search: 'run_ms = ${Math.round(ms)}',
    replace: 'run_ms = ${ms}',
    catchers: ['src/core/generations/steps/openai.test.ts'],
  },
]
