import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AddedPermissions,
  corePermissions,
  exceededLimit,
  hasPermission,
  refuseRoleChange,
  roleOf,
  type roles,
} from './roles.ts'

const names = Object.keys(corePermissions) as (keyof typeof corePermissions)[]
const held = (role: (typeof roles)[number]) =>
  names.filter((name) => hasPermission({} as AddedPermissions, role, name))

describe('the permissions of roles', () => {
  it('are all for owners, all but roles and exports for operators, and none without a role', () => {
    expect(held('owner')).toEqual(names)
    expect(held('operator')).toEqual(
      names.filter((name) => !['roles.change', 'accounts.export'].includes(name)),
    )
    expect(names.filter((name) => hasPermission({} as AddedPermissions, null, name))).toEqual([])
  })

  it('let support change no settings, models, prices or roles and see no money', () => {
    const closed = /^(settings|models|prices|roles|payments|ledger)\./
    expect(held('support').filter((name) => closed.test(name))).toEqual([])
  })

  it('let finance see no generations and change no account', () => {
    const closed =
      /^(generations|settings|models|roles|credits|accounts\.(suspend|mark_paid|delete|export))/
    expect(held('finance').filter((name) => closed.test(name))).toEqual([])
  })
})

describe('the role of an account', () => {
  const admins = new Set(['boss@example.com'])

  it('is owner for an address of the configuration, whatever is stored', () => {
    for (const role of [null, 'support'] as const)
      expect(roleOf({ email: 'Boss@Example.com', role, suspended_at: null }, admins)).toBe('owner')
  })

  it('is the stored one for others, and none while suspended', () => {
    const account = { email: 'a@example.com', role: 'finance' as const }
    expect(roleOf({ ...account, suspended_at: null }, admins)).toBe('finance')
    expect(roleOf({ ...account, suspended_at: new Date() }, admins)).toBeNull()
  })

  it('is changed neither by its holder nor against the configuration', () => {
    expect(refuseRoleChange({ isOwn: true, isFixed: false })).toBe('own_role')
    expect(refuseRoleChange({ isOwn: false, isFixed: true })).toBe('role_fixed')
    expect(refuseRoleChange({ isOwn: false, isFixed: false })).toBeNull()
  })
})

it('what a person gives in any sequence exceeds neither limit', () => {
  const amount = fc.integer({ min: 1, max: 200 })
  fc.assert(
    fc.property(fc.array(amount), amount, amount, (amounts, perAct, perDay) => {
      let given = 0
      for (const credits of amounts) {
        if (exceededLimit({ perAct, perDay }, credits, given)) continue
        expect(credits).toBeLessThanOrEqual(perAct)
        given += credits
      }
      expect(given).toBeLessThanOrEqual(perDay)
    }),
  )
})
