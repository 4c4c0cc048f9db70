import { describe, expect, it } from 'vitest'
import { decideClaimedRole, mapClaimedGroups, readGroupsClaim } from './claimed-groups.ts'
import type { Role } from './roles.ts'

describe('a groups claim', () => {
  it('is a list of texts; an absent one names no group', () => {
    expect(readGroupsClaim(['staff', 'ops'])).toEqual(['staff', 'ops'])
    expect(readGroupsClaim(undefined)).toEqual([])
    for (const claim of [null, 'staff', 7, { staff: true }, ['staff', 7], [['staff']]])
      expect(readGroupsClaim(claim)).toBeNull()
  })

  it('leads to what its own provider maps, and never to inherited names', () => {
    const mapping = { acme: { staff: 'Staff', ops: 'Staff' }, school: { pupils: 'Pupils' } }
    expect([...mapClaimedGroups(mapping, 'acme', ['ops', 'pupils', 'staff'])]).toEqual([
      ['Staff', 'staff'],
    ])
    expect(mapClaimedGroups(mapping, 'constructor', ['name']).size).toBe(0)
    expect(mapClaimedGroups(mapping, 'acme', ['constructor', '__proto__']).size).toBe(0)
  })
})

describe('the role of a claim', () => {
  const decide = (role: Role | null, source: string | null, ...claimed: Role[]) =>
    decideClaimedRole({ role, source }, 'acme', new Set(claimed))

  it('is given and taken back by the same provider; of several the first of the list counts', () => {
    expect(decide(null, null, 'finance', 'operator')).toEqual({ role: 'operator', source: 'acme' })
    expect(decide('operator', 'acme', 'support')).toEqual({ role: 'support', source: 'acme' })
    expect(decide('operator', 'acme')).toEqual({ role: null, source: null })
  })

  it('leaves what an operator gave', () => {
    expect(decide('support', null, 'operator')).toEqual({ role: 'support', source: null })
    expect(decide('support', null)).toEqual({ role: 'support', source: null })
  })

  it('replaces that of another provider by an earlier one only', () => {
    expect(decide('support', 'school')).toEqual({ role: 'support', source: 'school' })
    expect(decide('operator', 'school', 'support')).toEqual({ role: 'operator', source: 'school' })
    expect(decide('support', 'school', 'operator')).toEqual({ role: 'operator', source: 'acme' })
  })
})
