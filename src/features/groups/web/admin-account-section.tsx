import { useQuery } from '@tanstack/react-query'
import type { AdminAccountView } from '#core/accounts/contract/admin-accounts.ts'
import { ActionButton } from '#web/admin/action-dialog.tsx'
import { Section } from '#web/admin/admin-section.tsx'
import { usePermissions } from '#web/admin/use-permission.ts'
import { m } from '#web/messages/compiled/messages.js'
import { groupsQuery } from './groups-query.ts'

type AccountProps = { account: AdminAccountView }

/** The groups of an account, and a button to change those that operators chose. */
export function AdminAccountSection(props: AccountProps) {
  return usePermissions()('groups.read') && <AccountGroups {...props} />
}

function AccountGroups({ account }: AccountProps) {
  const may = usePermissions()
  const { data } = useQuery(groupsQuery)
  const names = account.groups.map(({ name, is_fixed: isFixed }) =>
    isFixed ? m.admin_groups_fixed({ name }) : name,
  )
  const canChange = may('groups.change') && !account.deleted_at && (data?.data.length ?? 0) > 0
  if (names.length === 0 && !canChange) return null
  return (
    <Section title={m.admin_groups_of()}>
      <p className={names.length === 0 ? 'text-quiet' : ''}>
        {names.length === 0 ? m.admin_none() : names.join(', ')}
      </p>
      {canChange && data && (
        <div>
          <ActionButton
            act={{
              title: m.admin_groups_change(),
              path: `/api/admin/accounts/${account.id}/groups`,
              fields: (
                <GroupChoice
                  all={data.data.map(({ name }) => name)}
                  chosen={account.groups.filter((one) => !one.is_fixed).map(({ name }) => name)}
                />
              ),
              body: (form) => ({ groups: form.getAll('group').map(String) }),
            }}
          />
        </div>
      )}
    </Section>
  )
}

function GroupChoice({ all, chosen }: { all: readonly string[]; chosen: readonly string[] }) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-small font-medium text-quiet">{m.admin_groups_of()}</legend>
      {all.map((name) => (
        <label key={name} className="flex min-h-8 items-center gap-2 wrap-anywhere">
          <input
            type="checkbox"
            name="group"
            value={name}
            defaultChecked={chosen.includes(name)}
            className="size-4 accent-accent"
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
