import type { Mutation } from '#testing/mutation.ts'

const start = 'src/core/generations/queries/start-generation.ts'
const retry = 'src/core/generations/queries/admin-generations.ts'
const empty = 'src/core/account-data/erase-account-data.ts'
const acts = 'src/core/admin/acts.test.ts'
const limits = 'src/core/generations/limits.test.ts'
const leaving = 'src/core/account-data/erase-account-data.test.ts'
const claims = 'src/core/accounts/sign-in/apply-groups-claim.ts'
const claiming = 'src/core/accounts/routes/roles-claim.test.ts'
const streams = 'src/core/events/stream-room'

/** Bugs in what operators do, in limits, and in accounts that are suspended or deleted. */
export const people: readonly Mutation[] = [
  {
    name: 'a page of CORS_ORIGINS may use the session of a browser',
    file: 'src/core/http/auth.ts',
    search: 'const isAllowed = mayUseKey && sendsKey',
    replace: 'const isAllowed = mayUseKey',
    catchers: ['src/core/api/security/cors.test.ts'],
  },
  {
    name: 'the client starts at any price, whatever its maxCredits',
    file: 'packages/client/src/client.ts',
    search: 'if (required > maxCredits) {',
    replace: 'if (required < 0) {',
    catchers: ['src/core/api/client/client.test.ts > refuses a price above maxCredits'],
  },
  {
    name: 'look at the daily cap before the lock',
    file: start,
    search: 'and (account.daily_cap is null or ${spentToday} + ${price} <= account.daily_cap)',
    replace: `and (select daily_cap is null or \${spentToday} + \${price} <= daily_cap
      from account as before where before.id = account.id)`,
    catchers: [limits],
  },
  {
    name: 'no ceiling for one job',
    file: start,
    search: 'account.job_ceiling >= ${price})',
    replace: 'account.job_ceiling >= 0)',
    catchers: [limits, 'chaos'],
  },
  {
    name: 'look at the account’s rate before the lock',
    file: start,
    search: 'and ${isInTime(sql`account.starts_until`, rate)}',
    replace:
      'and ${isInTime(sql`(select starts_until from account as before where before.id = account.id)`, rate)}',
    catchers: [limits],
  },
  {
    name: 'grant the allowance of a period again',
    file: 'src/core/accounts/queries/allowances.ts',
    search: 'and renews_day <= ${today} and',
    replace: 'and',
    catchers: ['src/core/accounts/renew-allowance.test.ts'],
  },
  {
    name: 'a claim makes owners by settings that are saved in /admin',
    file: claims,
    search: "if (sources.group_roles !== 'file') given.delete('owner')",
    replace: 'void sources',
    catchers: [claiming],
  },
  {
    name: 'start before the terms are accepted',
    file: 'src/core/generations/start-generation.ts',
    search: 'await requireTerms(context, { termsVersion: null, ...request })',
    replace: '',
    catchers: ['src/core/accounts/routes/terms.test.ts'],
  },
  {
    name: 'a start with one key uses up all keys',
    file: start,
    search: 'from charged, key where api_key.id = ${id}',
    replace: 'from charged, key where ${id}::uuid is not null',
    catchers: [limits],
  },
  {
    name: 'a refund does not lower what was spent today',
    file: 'src/core/generations/queries/end-generation.ts',
    search: 'spent = ${spentAfterRefund(sql`${refund}`, sql`closed.created_at`)}',
    replace: 'spent = account.spent',
    catchers: [limits, 'chaos'],
  },
  {
    name: 'a refund by hand does not lower what was spent today',
    file: 'src/core/generations/queries/end-generation.ts',
    search: 'spent = ${spentAfterRefund(sql`owed.price`, sql`owed.created_at`)}',
    replace: 'spent = account.spent',
    catchers: [limits],
  },
  {
    name: 'refund by hand what was refunded before',
    file: 'src/core/generations/queries/end-generation.ts',
    search: "status = 'failed' and refunded = 0 and price > 0",
    replace: "status = 'failed' and price > 0",
    catchers: [acts, 'chaos'],
  },
  {
    name: 'refund by hand what succeeded',
    file: 'src/core/generations/queries/end-generation.ts',
    search: "status = 'failed' and refunded = 0",
    replace: 'refunded = 0',
    catchers: [acts],
  },
  {
    name: 'a retry has a price that was not charged',
    file: retry,
    search: 'generation_type, model, model_version, input, 0, requested,',
    replace: 'generation_type, model, model_version, input, price, requested,',
    catchers: [acts, 'chaos'],
  },
  {
    name: 'retry what was retried before',
    file: retry,
    search: "  if (earlier.rows.length > 0) return 'already_retried'\n",
    replace: '  void earlier\n',
    catchers: [acts, 'chaos'],
  },
  {
    name: 'retry for an account that is deleted',
    file: retry,
    search: 'where id = ${accountId} and deleted_at is null returning last_number as number',
    replace: 'where id = ${accountId} returning last_number as number',
    catchers: [`${acts} > of an account that is deleted`, 'chaos'],
  },
  {
    name: 'an operator’s act is not written down',
    file: 'src/core/operators/audited-transaction.ts',
    search: 'if (!(await insertOperatorAction(transaction, { ...done, actor, reason, id })))',
    replace:
      'if (!transaction || !insertOperatorAction || !done || !actor || !reason || id === null)',
    catchers: [acts, 'chaos'],
  },
  {
    name: 'a repeated request of an operator acts again',
    file: 'src/core/operators/audited-transaction.ts',
    search: "throw new Refused({ reason: 'act_repeated' })",
    replace: "void new Refused({ reason: 'act_repeated' })",
    catchers: ['src/core/api/security/races.test.ts'],
  },
  {
    name: 'take more than there is',
    file: 'src/core/accounts/queries/admin-accounts.ts',
    search: 'where id = ${accountId} and credits >= ${credits}',
    replace: 'where id = ${accountId}',
    catchers: [acts],
  },
  {
    name: 'start for a suspended account',
    file: start,
    search: 'suspended_at is null and deleted_at is null',
    replace: 'deleted_at is null',
    catchers: [acts],
  },
  {
    name: 'start for a deleted account',
    file: start,
    search: 'suspended_at is null and deleted_at is null',
    replace: 'suspended_at is null',
    catchers: [leaving],
  },
  {
    name: 'a revoked key starts work',
    file: start,
    search: 'and revoked_at is null and coalesce(expires_at',
    replace: 'and coalesce(expires_at',
    catchers: [limits],
  },
  {
    name: 'deleting an account leaves its waiting work charged',
    file: empty,
    search: '.filter(canCancel)',
    replace: '.filter((row) => canCancel(row) && false)',
    catchers: [leaving],
  },
  {
    name: 'deleting an account forgets what is still under way',
    file: 'src/core/account-data/delete-account-queries.ts',
    search: 'exists (${notDeleted(sql`account.id`)})',
    replace: 'false',
    catchers: [leaving, 'chaos'],
  },
  {
    name: 'an account opens as many event streams as it likes',
    file: `${streams}.ts`,
    search: 'if (others >= maxStreams[kind]) throw',
    replace: 'if (others >= maxInAll) throw',
    catchers: [`${streams}.test.ts`, 'chaos'],
  },
  {
    name: 'a closed event stream keeps its place',
    file: `${streams}.ts`,
    search: 'const left = (counts.get(accountId) ?? 1) - 1',
    replace: 'const left = counts.get(accountId) ?? 1',
    catchers: [`${streams}.test.ts`, 'chaos'],
  },
  {
    name: 'delete the account of an owner as an operator',
    file: 'src/core/accounts/rules/roles.ts',
    search: "role === 'owner' && actorRole !== 'owner' ? 'owner_needed' : null",
    replace: 'null',
    catchers: ['src/core/account-data/routes/admin-account-data.test.ts'],
  },
  {
    name: 'send the export of an account to another operator',
    file: 'src/core/operators/operator-log-queries.ts',
    search: ".where('actor', '=', entry.actor)",
    replace: '',
    catchers: ['src/core/account-data/routes/admin-account-data.test.ts'],
  },
]
