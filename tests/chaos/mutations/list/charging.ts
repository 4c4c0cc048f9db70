import type { Mutation } from '#testing/mutation.ts'

const start = 'src/core/generations/queries/start-generation.ts'
const test = 'src/core/generations/start-generation.test.ts'
const limits = 'src/core/generations/limits.test.ts'
const inputs = 'src/core/generations/input-files.test.ts'

/** Bugs between the person's click and the committed charge. */
export const charging: readonly Mutation[] = [
  {
    name: 'charge without looking at the balance',
    file: start,
    search: 'sql`credits >= ${price} and ',
    replace: 'sql`',
    catchers: [test],
  },
  {
    name: 'start for accounts that never paid',
    file: start,
    search: 'sql`has_paid`',
    replace: 'sql`true`',
    catchers: [test],
  },
  {
    name: 'charge beyond the daily cap',
    file: start,
    search: '${spentToday} + ${price} <= account.daily_cap',
    replace: '${spentToday} <= account.daily_cap',
    catchers: [limits],
  },
  {
    name: 'look at a key’s rate while others use it up',
    file: start,
    search: 'for no key update',
    replace: '',
    catchers: [limits],
  },
  {
    name: 'use up a key’s rate by what is refused',
    file: start,
    search: 'from charged, key where api_key.id',
    replace: 'from key where api_key.id',
    catchers: [limits],
  },
  {
    name: 'charge without a ledger entry',
    file: start,
    search: "'charge', -made.price, charged.credits from made, charged",
    replace: "'charge', -made.price, charged.credits from made, charged where false",
    catchers: [test, 'chaos'],
  },
  {
    name: 'charge less than the price',
    file: start,
    search: 'set credits = credits - ${g.price}',
    replace: 'set credits = credits - ${g.price} + 1',
    catchers: [test],
  },
  {
    name: 'the same request charged each time it comes',
    file: start,
    search: 'select ${g.id}, ${g.account_id}, ${g.request_id},',
    replace: 'select ${g.id}, ${g.account_id}, ${g.id}::text,',
    catchers: [test, 'chaos'],
  },
  {
    name: 'answer before the commit',
    file: start,
    search: `const { rows } = await statement(known, webhookToken, added).execute(
      onShardOf(database, generation.account_id),
    )`,
    replace: `const { rows } = await new Promise<any>((resolve, reject) => {
      database.transaction().execute(async (transaction) => {
        resolve(await statement(known, webhookToken, added).execute(transaction))
        await new Promise((later) => setTimeout(later, 1_000))
      }).catch(reject)
    })`,
    catchers: ['chaos'],
  },
  {
    name: 'the breaker does not stop charges',
    file: start,
    search: '        and ${isAnyAvailable(providers)}\n',
    replace: '',
    catchers: ['src/core/generations/steps/provider-outage.test.ts'],
  },
  {
    name: 'the breaker of one provider stops the models of all',
    file: start,
    search: ' from provider_outage where provider = ${provider})`',
    replace: ' from provider_outage)`',
    catchers: ['src/core/generations/steps/provider-outage.test.ts'],
  },
  {
    name: 'record the outage of a provider as another’s',
    file: 'src/core/generations/steps/provider-outage.ts',
    search: 'const outage = { provider: provider.id, code,',
    replace: "const outage = { provider: 'fal', code,",
    catchers: ['src/core/generations/steps/provider-outage.test.ts', 'chaos'],
  },
  {
    name: 'charge for a file that is just being forgotten',
    file: start,
    search: '      for key share of media\n',
    replace: '',
    catchers: [inputs],
  },
  {
    name: 'charge although a file is gone',
    file: start,
    search: '(select count(*) from sources) = ${inputs.length}',
    replace: '(select count(*) from sources) <= ${inputs.length}',
    catchers: [inputs],
  },
  {
    name: 'work with another’s private file',
    file: start,
    search: 'or generation.is_public and generation.removed_at is null)',
    replace: 'or true)',
    catchers: [inputs],
  },
  {
    name: 'charge a repeated form of /v1 again, because its files have new addresses',
    file: 'src/core/generations/start-generation.ts',
    search: 'fileNames?.get(address) ?? address',
    replace: 'address',
    catchers: [
      'src/features/openai-api/openai-client.test.ts > gives the same images for the same request',
    ],
  },
  {
    name: 'forget the idempotency key of OpenAI’s clients',
    file: 'src/core/client-apis/routes/start-request.ts',
    search: "requestId: readIdempotencyKey(c.req.header('idempotency-key')),",
    replace: 'requestId: undefined,',
    catchers: [
      'src/features/openai-api/openai-client.test.ts > gives the same images for the same request',
      'src/features/openai-api/openai-client.test.ts > ends after its time',
      'chaos',
    ],
  },
  {
    name: 'several generations are checked one by one, not by their total',
    file: 'src/web/shared/start/start-several.ts',
    search: 'price: totalOf(recipes, prices).credits,',
    replace: 'price: 0,',
    catchers: ['src/web/create/submit/start-several.test.ts'],
  },
]
