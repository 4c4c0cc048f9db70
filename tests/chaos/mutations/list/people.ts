import type { Mutation } from '../mutation.ts'

const start = 'src/database/queries/start-generation.ts'
const retry = 'src/database/queries/admin-generations.ts'
const empty = 'src/services/accounts/erase-account-data.ts'
const acts = 'src/services/admin/acts.test.ts'
const limits = 'src/services/generations/limits.test.ts'
const leaving = 'src/services/accounts/erase-account-data.test.ts'
const streams = 'src/api/events/stream-room'

/** Bugs in what operators do, in limits, and in accounts that are suspended or deleted. */
export const people: readonly Mutation[] = [
  {
    name: 'look at the daily cap before the lock',
    file: start,
    search: 'and (daily_cap is null or ${spentToday} + ${price} <= daily_cap)',
    replace: `and (select daily_cap is null or \${spentToday} + \${price} <= daily_cap
      from account as before where before.id = account.id)`,
    catchers: [limits],
  },
  {
    name: 'no ceiling for one job',
    file: start,
    search: 'job_ceiling >= ${price})',
    replace: 'job_ceiling >= 0)',
    catchers: [limits, 'chaos'],
  },
  {
    name: 'look at the account’s rate before the lock',
    file: start,
    search: 'and ${isInTime(sql`account.starts_until`, g.rate)}',
    replace:
      'and ${isInTime(sql`(select starts_until from account as before where before.id = account.id)`, g.rate)}',
    catchers: [limits],
  },
  {
    name: 'a start with one key uses up all keys',
    file: start,
    search: 'from charged where api_key.id = ${id}',
    replace: 'from charged where ${id}::uuid is not null',
    catchers: [limits],
  },
  {
    name: 'a refund does not lower what was spent today',
    file: 'src/database/queries/end-generation.ts',
    search: 'spent = ${spentAfterRefund(sql`${refund}`, sql`closed.created_at`)}',
    replace: 'spent = account.spent',
    catchers: [limits, 'chaos'],
  },
  {
    name: 'a refund by hand does not lower what was spent today',
    file: 'src/database/queries/end-generation.ts',
    search: 'spent = ${spentAfterRefund(sql`owed.price`, sql`owed.created_at`)}',
    replace: 'spent = account.spent',
    catchers: [limits],
  },
  {
    name: 'refund by hand what was refunded before',
    file: 'src/database/queries/end-generation.ts',
    search: "status = 'failed' and refunded = 0 and price > 0",
    replace: "status = 'failed' and price > 0",
    catchers: [acts, 'chaos'],
  },
  {
    name: 'refund by hand what succeeded',
    file: 'src/database/queries/end-generation.ts',
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
    search: '  if (earlier.rows.length > 0) return null\n',
    replace: '  void earlier\n',
    catchers: [acts, 'chaos'],
  },
  {
    name: 'an operator’s act is not written down',
    file: 'src/services/admin/audited-transaction.ts',
    search: 'if (!(await insertOperatorAction(transaction, { ...done, actor, reason, id })))',
    replace:
      'if (!transaction || !insertOperatorAction || !done || !actor || !reason || id === null)',
    catchers: [acts, 'chaos'],
  },
  {
    name: 'a repeated request of an operator acts again',
    file: 'src/services/admin/audited-transaction.ts',
    search: "throw new Refused({ reason: 'act_repeated' })",
    replace: "void new Refused({ reason: 'act_repeated' })",
    catchers: ['src/api/security/races.test.ts'],
  },
  {
    name: 'take more than there is',
    file: 'src/database/queries/admin-accounts.ts',
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
    search: 'and revoked_at is null for no key update',
    replace: 'for no key update',
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
    file: 'src/database/queries/delete-account.ts',
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
]
