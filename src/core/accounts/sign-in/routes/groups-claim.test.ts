import { beforeEach, expect, it } from 'vitest'
import { listOperatorActions } from '#core/operators/queries/operator-log.ts'
import { resolveSettings, type StudioSettings } from '#core/settings/rules/studio-settings.ts'
import type { SignInMethod } from '#providers/identity/identity.ts'
import { createOpenIdProvider } from '#providers/identity/openid.ts'
import { newPerson, signInEnvironment } from '#testing/api/sign-in.ts'
import { createBrowser } from '#testing/browser.ts'
import { testSignInMethod } from '#testing/context.ts'
import { type Claims, startIssuer } from '#testing/issuer.ts'
import { testSettings } from '#testing/settings.ts'
import { changeGroupsOf, saveGroup } from '../../change-groups.ts'
import { changeRole } from '../../change-role.ts'
import { findAccountByEmail } from '../../queries/accounts.ts'
import { listMemberships } from '../../queries/groups.ts'

const mapping = {
  group_groups: { acme: { staff: 'Staff', lab: 'Lab', gone: 'Deleted' } },
  group_roles: { acme: { helpdesk: 'support', bosses: 'owner' } },
} satisfies Partial<StudioSettings>
const asSaved = testSettings()
const saved = {
  ...asSaved.current(),
  ...resolveSettings({ database: mapping }, asSaved.current().settings),
}
const inFile = {
  ...asSaved.current(),
  ...resolveSettings({ file: mapping }, asSaved.current().settings),
}
let current = saved
const warnings: unknown[] = []
const log = {
  info: () => undefined,
  error: () => undefined,
  warn: (about: object, text: string) => void warnings.push({ ...about, text }),
}
const world = await signInEnvironment({ settings: { ...asSaved, current: () => current }, log })
const { url, person, context } = world

async function addIssuer(id: string, groupsClaim: string | null, isEmailInToken = true) {
  const registered = await startIssuer(() => person.claims, {
    redirectUris: [`${url}/api/auth/callback/${id}`],
    isEmailInToken,
  })
  const provider = createOpenIdProvider({ ...registered, groupsClaim })
  const own = { id, name: id, isTrusted: true, hasGroups: groupsClaim !== null }
  ;(context.signInMethods as SignInMethod[]).push(testSignInMethod(provider, own))
}
await addIssuer('acme', 'groups')
// Its groups come with the answer to a request, not in the id_token.
await addIssuer('distant', 'groups', false)
await addIssuer('plain', null)
const act = { actor: 'a test', reason: 'a test' }
const unlimited = {
  models: null,
  daily_cap: null,
  job_ceiling: null,
  storage_quota: null,
  creates_per_minute: null,
  retention_days: null,
  allowance: null,
}
for (const name of ['Staff', 'Lab']) await saveGroup(context, act, { name, ...unlimited })

beforeEach(() => {
  warnings.length = 0
  current = saved
})

/** Signs in; returns what the account is afterwards. */
async function signIn(claims: Claims, groups?: unknown, method = 'acme') {
  person.claims = { ...claims, ...(groups !== undefined && { groups }) }
  const browser = createBrowser()
  const way = `${url}/api/auth/sign-in?${new URLSearchParams({ method })}`
  const isCallback = (at: URL) => at.pathname.startsWith('/api/auth/callback')
  const { failure } = await world.enter(browser, (await browser.open(way, isCallback)).url)
  expect(failure).toBeNull()
  const account = await findAccountByEmail(context.database, claims.email ?? '')
  if (!account) throw new Error('There is no account')
  const members = await listMemberships(context.database, account.id)
  const acts = await listOperatorActions(context.database, { accountId: account.id, limit: 9 })
  return {
    id: account.id,
    role: account.role,
    groups: members.map(({ name, source }) => `${name} ${source}`),
    acts: acts.map(({ actor, act: name, reason }) => `${name} by ${actor}: ${reason}`),
  }
}

it('gives groups and a role at each sign-in, audits the role, and takes both back', async () => {
  const ada = newPerson()
  const given = await signIn(ada, ['staff', 'helpdesk', 'unmapped'])
  expect(given).toMatchObject({ role: 'support', groups: ['Staff oidc:acme'] })
  expect(given.acts).toEqual(['account.role by identity provider acme: member of helpdesk'])
  const again = await signIn(ada, ['lab', 'helpdesk'])
  expect(again).toMatchObject({ role: 'support', groups: ['Lab oidc:acme'] })
  expect(again.acts).toHaveLength(1)
  const lost = await signIn(ada)
  expect(lost).toMatchObject({ role: null, groups: [] })
  expect(lost.acts).toHaveLength(2)
})

it('leaves the groups and the role that an operator gave', async () => {
  const ada = newPerson()
  const { id } = await signIn(ada, ['staff', 'helpdesk'])
  await changeGroupsOf(context, act, { name: id, groups: ['Staff', 'Lab'] })
  await changeRole(context, act, { name: id, role: 'finance' })
  const kept = { role: 'finance', groups: ['Lab operator', 'Staff operator'] }
  expect(await signIn(ada)).toMatchObject(kept)
  expect(await signIn(ada, ['helpdesk'])).toMatchObject(kept)
})

it('makes owners only where a file says so', async () => {
  const ada = newPerson()
  expect(await signIn(ada, ['bosses'])).toMatchObject({ role: null, acts: [] })
  current = inFile
  expect(await signIn(ada, ['bosses'])).toMatchObject({ role: 'owner' })
  current = saved
  expect(await signIn(ada, ['bosses'])).toMatchObject({ role: null })
})

it.each([
  ['text', 'helpdesk'],
  ['object', { helpdesk: true }],
  ['mixed list', ['helpdesk', 7]],
])('counts a claim that is a %s as none, and logs it', async (_name, claim) => {
  const ada = newPerson()
  await signIn(ada, ['helpdesk', 'staff'])
  expect(await signIn(ada, claim)).toMatchObject({ role: null, groups: [] })
  expect(warnings).toMatchObject([{ text: 'groups claim is invalid', provider: 'acme' }])
})

it('logs a mapped group that does not exist, and signs in', async () => {
  expect(await signIn(newPerson(), ['gone'])).toMatchObject({ groups: [] })
  expect(warnings).toMatchObject([{ groups: ['Deleted'], provider: 'acme' }])
})

it('maps the groups of each provider apart; one without a claim changes nothing', async () => {
  const ada = newPerson()
  await signIn(ada, ['staff', 'helpdesk'])
  const held = { role: 'support', groups: ['Staff oidc:acme'] }
  const elsewhere = { ...ada, sub: `${ada.sub}-2` }
  expect(await signIn(elsewhere, ['bosses', 'lab'], 'plain')).toMatchObject(held)
  expect(await signIn(elsewhere, ['bosses', 'lab'], 'distant')).toMatchObject(held)
})

it('reads the groups from the answer to a request where the id_token has none', async () => {
  const distant = { group_groups: { distant: { staff: 'Staff' } } }
  current = {
    ...asSaved.current(),
    ...resolveSettings({ database: distant }, asSaved.current().settings),
  }
  expect(await signIn(newPerson(), ['staff'], 'distant')).toMatchObject({
    groups: ['Staff oidc:distant'],
  })
})
