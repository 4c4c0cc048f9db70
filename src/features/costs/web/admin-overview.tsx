import { useQuery } from '@tanstack/react-query'
import { usePermissions } from '#web/admin/use-permission.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { costPricesQuery } from './costs-query.ts'

/** The providers that their budgets have stopped, for those who may read costs. */
export default function CostsPart() {
  const may = usePermissions()
  return may('costs.read') ? <Stops /> : null
}

function Stops() {
  const { data } = useQuery(costPricesQuery)
  const stopped = (data?.budgets ?? []).filter(({ is_stopped }) => is_stopped)
  return stopped.map(({ provider }) => (
    <Notice key={provider} tone="bad">
      {m.admin_cost_stopped({ provider })}
    </Notice>
  ))
}
