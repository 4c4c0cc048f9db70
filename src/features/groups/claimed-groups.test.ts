import { beforeEach, describe, expect, it } from 'vitest'
import { changeSettings } from '#core/settings/change-settings.ts'
import type { StudioSettings } from '#core/settings/studio-settings-rules.ts'
import { claimEnvironment } from '#testing/api/groups-claim.ts'
import { newPerson } from '#testing/api/sign-in.ts'
import type { Claims } from '#testing/issuer.ts'
import { changeGroupsOf, saveGroup } from './change-groups.ts'
import { GroupFacts } from './contract.ts'
import { listMemberships } from './queries.ts'

const mapping = {
  group_groups: { acme: { staff: 'Staff', lab: 'Lab', gone: 'Deleted' } },
} satisfies Partial<StudioSettings>
const world = await claimEnvironment()
const { context, warnings } = world
const act = { actor: 'a test', reason: 'a test' }
for (const name of ['Staff', 'Lab']) await saveGroup(context, act, GroupFacts.parse({ name }))

beforeEach(() => {
  warnings.length = 0
  world.set(mapping)
})

/** Signs in; returns the groups of the account afterwards, each with its source. */
async function signIn(claims: Claims, groups?: unknown, method = 'acme'): Promise<string[]> {
  const { id } = await world.signIn(claims, groups, method)
  const members = await listMemberships(context.database, id)
  return members.map(({ name, source }) => `${name} ${source}`)
}

describe('a claim', () => {
  it('gives groups at each sign-in, and takes them back', async () => {
    const ada = newPerson()
    expect(await signIn(ada, ['staff', 'unmapped'])).toEqual(['Staff oidc:acme'])
    expect(await signIn(ada, ['lab'])).toEqual(['Lab oidc:acme'])
    expect(await signIn(ada)).toEqual([])
  })

  it('leaves the groups that an operator gave', async () => {
    const ada = newPerson()
    await signIn(ada, ['staff'])
    await changeGroupsOf(context, act, { name: ada.email ?? '', groups: ['Staff', 'Lab'] })
    const kept = ['Lab operator', 'Staff operator']
    expect(await signIn(ada)).toEqual(kept)
    expect(await signIn(ada, ['unmapped'])).toEqual(kept)
  })

  it('that is no list of texts counts as none', async () => {
    const ada = newPerson()
    await signIn(ada, ['staff'])
    expect(await signIn(ada, 'staff')).toEqual([])
  })

  it('with a mapped group that does not exist is logged, and signs in', async () => {
    expect(await signIn(newPerson(), ['gone'])).toEqual([])
    expect(warnings).toMatchObject([{ groups: ['Deleted'], provider: 'acme' }])
  })

  it('of each provider is mapped apart; a provider without one changes nothing', async () => {
    const ada = newPerson()
    await signIn(ada, ['staff'])
    const elsewhere = { ...ada, sub: `${ada.sub}-2` }
    expect(await signIn(elsewhere, ['lab'], 'plain')).toEqual(['Staff oidc:acme'])
    expect(await signIn(elsewhere, ['lab'], 'distant')).toEqual(['Staff oidc:acme'])
  })
})

it('a mapping to a group that does not exist is refused', async () => {
  const set = { group_groups: { acme: { staff: 'Unknown' } } }
  await expect(changeSettings(context, act, { set })).rejects.toMatchObject({
    refusal: { reason: 'invalid_settings', problems: [{ path: 'group_groups.acme.staff' }] },
  })
})
