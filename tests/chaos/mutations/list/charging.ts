import type { Mutation } from '../mutation.ts'

const start = 'src/database/queries/start-generation.ts'
const test = 'src/services/generations/start-generation.test.ts'
const limits = 'src/services/generations/limits.test.ts'
const inputs = 'src/services/generations/input-files.test.ts'

/** Bugs between the person's click and the committed charge. */
export const charging: readonly Mutation[] = [
  {
    name: 'charge without looking at the balance',
    file: start,
    search: 'credits >= ${price} and has_paid',
    replace: 'has_paid',
    catchers: [test],
  },
  {
    name: 'start for accounts that never paid',
    file: start,
    search: ' and has_paid and',
    replace: ' and',
    catchers: [test],
  },
  {
    name: 'charge beyond the daily cap',
    file: start,
    search: '${spentToday} + ${price} <= daily_cap',
    replace: '${spentToday} <= daily_cap',
    catchers: [limits],
  },
  {
    name: 'look at a key’s rate while others use it up',
    file: start,
    search: 'revoked_at is null for no key update',
    replace: 'revoked_at is null',
    catchers: [limits],
  },
  {
    name: 'use up a key’s rate by what is refused',
    file: start,
    search: 'from charged where api_key.id',
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
    search: `const { rows } = await statement(known, webhookToken).execute(
      onShardOf(database, generation.account_id),
    )`,
    replace: `const { rows } = await new Promise<any>((resolve, reject) => {
      database.transaction().execute(async (transaction) => {
        resolve(await statement(known, webhookToken).execute(transaction))
        await new Promise((later) => setTimeout(later, 1_000))
      }).catch(reject)
    })`,
    catchers: ['chaos'],
  },
  {
    name: 'the breaker does not stop charges',
    file: start,
    search: '        and not exists (select from provider_outage where provider = ${g.provider})\n',
    replace: '',
    catchers: ['src/services/provider-outage.test.ts'],
  },
  {
    name: 'the breaker of one provider stops the models of all',
    file: start,
    search: ' from provider_outage where provider = ${g.provider})',
    replace: ' from provider_outage)',
    catchers: ['src/services/provider-outage.test.ts'],
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
    search: '(media.account_id = ${accountId} or generation.is_public) and',
    replace: '(true or media.account_id = ${accountId}) and',
    catchers: [inputs],
  },
]
