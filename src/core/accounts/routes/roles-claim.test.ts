import { beforeEach, expect, it } from 'vitest'
import { listOperatorActions } from '#core/operators/operator-log-queries.ts'
import type { StudioSettings } from '#core/settings/studio-settings-rules.ts'
import { claimEnvironment } from '#testing/api/groups-claim.ts'
import { newPerson } from '#testing/api/sign-in.ts'
import type { Claims } from '#testing/issuer.ts'
import { changeRole } from '../change-role.ts'

const mapping = {
  group_roles: { acme: { helpdesk: 'support', bosses: 'owner' } },
} satisfies Partial<StudioSettings>
const world = await claimEnvironment()
const { context, warnings } = world
const act = { actor: 'a test', reason: 'a test' }

beforeEach(() => {
  warnings.length = 0
  world.set(mapping)
})

/** Signs in; returns the role of the account afterwards. */
async function signIn(claims: Claims, groups?: unknown, method = 'acme') {
  const { id, role } = await world.signIn(claims, groups, method)
  const acts = await listOperatorActions(context.database, { accountId: id, limit: 9 })
  return {
    id,
    role,
    acts: acts.map(({ actor, act: name, reason }) => `${name} by ${actor}: ${reason}`),
  }
}

it('gives a role at each sign-in, audits it, and takes it back', async () => {
  const ada = newPerson()
  const given = await signIn(ada, ['helpdesk', 'unmapped'])
  expect(given).toMatchObject({ role: 'support' })
  expect(given.acts).toEqual(['account.role by identity provider acme: member of helpdesk'])
  const again = await signIn(ada, ['lab', 'helpdesk'])
  expect(again).toMatchObject({ role: 'support' })
  expect(again.acts).toHaveLength(1)
  const lost = await signIn(ada)
  expect(lost).toMatchObject({ role: null })
  expect(lost.acts).toHaveLength(2)
})

it('leaves the role that an operator gave', async () => {
  const ada = newPerson()
  const { id } = await signIn(ada, ['helpdesk'])
  await changeRole(context, act, { name: id, role: 'finance' })
  expect(await signIn(ada)).toMatchObject({ role: 'finance' })
  expect(await signIn(ada, ['helpdesk'])).toMatchObject({ role: 'finance' })
})

it('makes owners only where a file says so', async () => {
  const ada = newPerson()
  expect(await signIn(ada, ['bosses'])).toMatchObject({ role: null, acts: [] })
  world.set(mapping, 'file')
  expect(await signIn(ada, ['bosses'])).toMatchObject({ role: 'owner' })
  world.set(mapping)
  expect(await signIn(ada, ['bosses'])).toMatchObject({ role: null })
})

it.each([
  ['text', 'helpdesk'],
  ['object', { helpdesk: true }],
  ['mixed list', ['helpdesk', 7]],
])('counts a claim that is a %s as none, and logs it', async (_name, claim) => {
  const ada = newPerson()
  await signIn(ada, ['helpdesk'])
  expect(await signIn(ada, claim)).toMatchObject({ role: null })
  expect(warnings).toMatchObject([{ text: 'groups claim is invalid', provider: 'acme' }])
})

it('maps the groups of each provider apart; one without a claim changes nothing', async () => {
  const ada = newPerson()
  await signIn(ada, ['helpdesk'])
  const elsewhere = { ...ada, sub: `${ada.sub}-2` }
  expect(await signIn(elsewhere, ['bosses'], 'plain')).toMatchObject({ role: 'support' })
  expect(await signIn(elsewhere, ['bosses'], 'distant')).toMatchObject({ role: 'support' })
})

it('reads the groups from the answer to a request where the id_token has none', async () => {
  world.set({ group_roles: { distant: { helpdesk: 'support' } } })
  expect(await signIn(newPerson(), ['helpdesk'], 'distant')).toMatchObject({ role: 'support' })
})
