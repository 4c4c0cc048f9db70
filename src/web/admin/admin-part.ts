import type { ReactNode } from 'react'
import type { Permission } from '#core/accounts/rules/roles.ts'

export type AdminGroup = 'people' | 'money' | 'content' | 'system'

/** A part of the operator's page with an address of its own. */
export type AdminTab = {
  path: string
  /** Where it is listed; absent: before all groups. */
  group?: AdminGroup
  /** What a role needs to see it. */
  permission: Permission
  name: () => string
  Body: (props: object) => ReactNode
  One?: (props: { id: string }) => ReactNode
  /** Whether it is listed before those of the core in its group. */
  isLeading?: boolean
}

/** What a feature adds to the operator's page: its file `web/admin-part.ts`. */
type AdminPart = {
  tabs: readonly AdminTab[]
  /** The names of its actions in the audit log. */
  actionNames: Readonly<Record<string, () => string>>
}

const modules = import.meta.glob<AdminPart>('/src/features/*/web/admin-part.ts', { eager: true })
const parts = Object.values(modules)

const tabs = parts.flatMap(({ tabs }) => tabs)
export const leadingTabs = tabs.filter(({ isLeading }) => isLeading)
export const featureTabs = tabs.filter(({ isLeading }) => !isLeading)
export const featureActionNames: AdminPart['actionNames'] = Object.assign(
  {},
  ...parts.map(({ actionNames }) => actionNames),
)
