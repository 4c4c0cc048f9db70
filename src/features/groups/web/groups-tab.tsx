import { useQuery } from '@tanstack/react-query'
import { ActionButton } from '#web/admin/action-dialog.tsx'
import { QueryResult } from '#web/admin/admin-section.tsx'
import { periodText } from '#web/admin/admin-texts.ts'
import { Table } from '#web/admin/table.tsx'
import { formatBytes, formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { AdminGroupView } from '../contract.ts'
import { groupsQuery } from './groups-query.ts'
import { SaveGroup } from './save-group.tsx'

/** Groups of accounts with their limits, and buttons to create, change and delete them. */
export function GroupsTab() {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <p className="max-w-prose text-quiet">{m.admin_groups_text()}</p>
        <SaveGroup />
      </div>
      <QueryResult query={useQuery(groupsQuery)}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-quiet">{m.admin_groups_none()}</p>
          ) : (
            <GroupTable groups={data} />
          )
        }
      </QueryResult>
    </div>
  )
}

function GroupTable({ groups }: { groups: AdminGroupView[] }) {
  const columns = [
    { name: m.admin_group_name() },
    { name: m.admin_group_members(), isNumber: true },
    { name: m.admin_group_models(), isNumber: true },
    { name: m.admin_group_cap(), isNumber: true },
    { name: m.admin_group_ceiling(), isNumber: true },
    { name: m.admin_storage(), isNumber: true },
    { name: m.admin_group_rate(), isNumber: true },
    { name: m.admin_group_retention(), isNumber: true },
    { name: m.admin_group_allowance(), isNumber: true },
    { name: m.admin_group_change() },
  ]
  const limit = (value: number | null) => (value === null ? '–' : formatNumber(value))
  const rows = groups.map((group) => ({
    key: group.name,
    cells: [
      group.name,
      formatNumber(group.members),
      group.models === null ? m.admin_group_all() : formatNumber(group.models.length),
      limit(group.daily_cap),
      limit(group.job_ceiling),
      group.storage_quota === null ? '–' : formatBytes(group.storage_quota),
      limit(group.creates_per_minute),
      limit(group.retention_days),
      allowanceText(group),
      <span key="actions" className="flex flex-wrap justify-end gap-2">
        <SaveGroup group={group} />
        <DeleteGroup name={group.name} />
      </span>,
    ],
  }))
  return <Table label={m.admin_tab_groups()} columns={columns} rows={rows} />
}

function allowanceText({ allowance }: AdminGroupView): string {
  if (!allowance) return '–'
  return `${formatNumber(allowance.credits)} ${periodText(allowance.period)}`
}

function DeleteGroup({ name }: { name: string }) {
  return (
    <ActionButton
      act={{
        title: m.admin_group_delete(),
        name: m.admin_group_delete_name({ name }),
        text: m.admin_group_delete_text(),
        path: '/api/admin/groups/delete',
        body: () => ({ name }),
        isDanger: true,
      }}
    />
  )
}
