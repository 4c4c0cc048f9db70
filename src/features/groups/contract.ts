import { z } from 'zod'
import type { ClaimMapping } from '#core/accounts/rules/claimed-groups.ts'
import { ActRequest } from '#core/operators/contract.ts'
import { Allowance, claimMapping, line } from '#core/settings/contract/studio-settings.ts'
import { plainText } from '#core/texts/contract/plain-text.ts'

/** Groups of this studio by the groups that an identity provider's claim names. */
export type ClaimedGroups = ClaimMapping<string>

declare module '#core/settings/studio-settings-rules.ts' {
  interface FeatureSettings {
    group_groups: ClaimedGroups
  }
}

declare module '#core/texts/contract/errors.ts' {
  interface FeatureErrors {
    /** A group contradicts itself, or is not there; each problem with its field. */
    invalid_group: { problems: { path: string; message: string }[] }
    /** Another group has the name. */
    group_exists: object
  }
}

declare module '#core/accounts/contract/admin-accounts.ts' {
  interface FeatureAccountFields {
    /** `is_fixed`: by its identity provider, not by an operator. */
    groups: { name: string; is_fixed: boolean }[]
  }
}

/** The setting `group_groups`. */
export const ClaimedGroupsSetting = claimMapping(line(60).min(1))

const name = z.string().trim().min(1).max(60).regex(plainText)
const credits = z.int().min(1).max(1_000_000_000).nullable()

/** The name and the limits of a group; `null`: none of this kind. */
export const GroupFacts = z.strictObject({
  name,
  models: z.array(z.string().min(1).max(200)).min(1).max(1_000).nullable().default(null),
  daily_cap: credits.default(null),
  job_ceiling: credits.default(null),
  /** In bytes. */
  storage_quota: z.int().min(1).max(1e15).nullable().default(null),
  creates_per_minute: z.int().min(1).max(10_000).nullable().default(null),
  /** In days; favourites are kept. */
  retention_days: z.int().min(1).max(36_500).nullable().default(null),
  allowance: Allowance.nullable().default(null),
})

export type GroupFacts = z.infer<typeof GroupFacts>

/** `POST /api/admin/groups`; `current`: the name of the group that is changed; absent: a new one. */
export const SaveGroupRequest = ActRequest.extend({ group: GroupFacts, current: name.optional() })

/** `POST /api/admin/groups/delete`. */
export const DeleteGroupRequest = ActRequest.extend({ name })

/** `POST /api/admin/accounts/{id}/groups`: all that operators put the account in. */
export const AccountGroupsRequest = ActRequest.extend({ groups: z.array(name).max(100) })

/** `GET /api/admin/groups`. */
export const AdminGroupsView = z.strictObject({
  data: z.array(z.strictObject({ ...GroupFacts.shape, members: z.int() })),
})
export type AdminGroupsView = z.infer<typeof AdminGroupsView>
export type AdminGroupView = AdminGroupsView['data'][number]

/** `POST /api/admin/accounts/{id}/groups`. */
export const AccountGroupsView = z.strictObject({ groups: z.array(z.string()) })
