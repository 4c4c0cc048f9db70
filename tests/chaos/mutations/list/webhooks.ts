import type { Mutation } from '#testing/mutation.ts'

const receive = 'src/core/generations/steps/receive-webhook.ts'
const verify = 'src/providers/fal/webhook.ts'
const wake = 'src/core/generations/queries/resume-generation.ts'
const signed = 'src/providers/fal/webhook.test.ts'
const received = 'src/core/generations/steps/receive-webhook.test.ts'

/** Bugs that would let a forged or wrong webhook end a generation. */
export const webhooks: readonly Mutation[] = [
  {
    name: 'believe any signature',
    file: verify,
    search:
      'if (newer === set || !(await hasValidSignature(newer.keys, message, signature))) return null',
    replace: 'void newer',
    catchers: [signed, 'chaos'],
  },
  {
    name: 'believe what was signed long ago',
    file: verify,
    search:
      'if (!signed || Math.abs(now() / 1000 - Number(signed.timestamp)) > leeway) return null',
    replace: 'if (!signed) return null',
    catchers: [signed],
  },
  {
    name: 'believe another of the provider’s customers',
    file: verify,
    search: '  if (userId !== undefined && signed.userId !== userId) return null\n',
    replace: '',
    catchers: [signed],
  },
  {
    name: 'header and body may name different jobs',
    file: verify,
    search:
      'return requestIdOf(body) === signed.requestId ? { requestId: signed.requestId } : null',
    replace: 'return { requestId: requestIdOf(body) ?? signed.requestId }',
    catchers: [signed],
  },
  {
    name: 'the token in the address is not looked at',
    file: wake,
    search: ' and webhook_token = ${token})',
    replace: ')',
    catchers: [received, 'chaos'],
  },
  {
    name: 'another job may wake a generation',
    file: wake,
    search: " and provider_job ->> 'requestId' = ${caller.requestId}\n",
    replace: ' and provider_job is not null\n',
    catchers: [received],
  },
  {
    name: 'the webhook of one provider resumes a job of another',
    file: wake,
    search: " and provider_job ->> 'provider' = ${caller.provider} and step",
    replace: ' and step',
    catchers: [received, 'chaos'],
  },
  {
    name: 'a webhook names the job while the submit may still be answered',
    file: wake,
    search: " and step = 'await' and ${isFree}`",
    replace: '`',
    catchers: [received],
  },
  {
    name: 'a webhook alone gives away what another one’s lost submit made',
    file: receive,
    search: "  if (isOfAnother(output, route.toProvider(row.input))) return 'unknown'\n",
    replace: '',
    catchers: [received],
  },
]
