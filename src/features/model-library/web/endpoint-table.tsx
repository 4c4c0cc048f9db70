import { Table } from '#web/admin/table.tsx'
import { usePermissions } from '#web/admin/use-permission.ts'
import { formatNumber } from '#web/lib/format.ts'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import type { EndpointView, LibraryView } from '../contract.ts'
import { priceText } from './price-text.ts'

/** The endpoints of one page of the library. */
export function EndpointTable({ view: { data, total, after } }: { view: LibraryView }) {
  const may = usePermissions()
  if (data.length === 0) return <p className="text-quiet">{m.admin_nothing()}</p>
  const columns = [
    { name: m.admin_model() },
    { name: m.admin_library_provider() },
    { name: m.admin_library_category() },
    { name: m.admin_library_price(), isNumber: true },
    { name: m.admin_state() },
  ]
  const rows = data.map((one) => ({
    key: `${one.provider} ${one.endpoint}`,
    cells: [
      <span key="name" className="block">
        {one.name}
        <span className="block text-small text-quiet">{one.endpoint}</span>
      </span>,
      one.provider,
      one.category,
      one.price && priceText(one.price),
      <Add key="add" endpoint={one} canAdd={may('models.change')} />,
    ],
  }))
  return (
    <div className="flex flex-col gap-3">
      <p className="text-small text-quiet">
        {m.admin_library_found({ count: formatNumber(total) })}
      </p>
      <Table label={m.admin_library_endpoints()} columns={columns} rows={rows} />
      <Pages after={after} />
    </div>
  )
}

type AddProps = { endpoint: EndpointView; canAdd: boolean }

/** One that is added can be added again, as a model of another id. */
function Add({ endpoint: { provider, endpoint, is_added }, canAdd }: AddProps) {
  const { path, query } = useLocation()
  return (
    <span className="flex flex-wrap items-center justify-end gap-2 md:justify-start">
      {is_added && <Badge tone="good">{m.admin_library_added()}</Badge>}
      {canAdd && (
        <Button
          size="small"
          aria-label={m.admin_library_add_name({ endpoint })}
          onClick={() => navigate(path, { query: { ...query, add: `${provider}:${endpoint}` } })}
        >
          {m.admin_library_add()}
        </Button>
      )}
    </span>
  )
}

function Pages({ after }: { after: string | null }) {
  const { path, query } = useLocation()
  const go = (before: string | null) => navigate(path, { query: { ...query, before } })
  if (after === null && query.before === undefined) return null
  return (
    <div className="flex items-center gap-3">
      {query.before !== undefined && (
        <Button onClick={() => go(null)}>{m.admin_library_first()}</Button>
      )}
      {after !== null && <Button onClick={() => go(after)}>{m.admin_library_more()}</Button>}
    </div>
  )
}
