import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accountQuery } from '#web/lib/account.ts'
import { Link } from '#web/lib/link.tsx'
import { useLocation } from '#web/lib/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { AccountDetails } from './account-details.tsx'
import { AccountsTab } from './accounts.tsx'
import { AuditTab } from './audit.tsx'
import { GenerationDetails } from './generation-details.tsx'
import { GenerationsTab } from './generations.tsx'
import { OverviewTab } from './overview.tsx'
import { PaymentsTab } from './payments.tsx'
import { PricesTab } from './prices.tsx'

type Tab = {
  path: string
  name: () => string
  Body: () => ReactNode
  One?: (props: { id: string }) => ReactNode
}

const tabs: readonly Tab[] = [
  { path: '/admin', name: m.admin_tab_overview, Body: OverviewTab },
  { path: '/admin/accounts', name: m.admin_tab_accounts, Body: AccountsTab, One: AccountDetails },
  {
    path: '/admin/generations',
    name: m.admin_tab_generations,
    Body: GenerationsTab,
    One: GenerationDetails,
  },
  { path: '/admin/payments', name: m.admin_tab_payments, Body: PaymentsTab },
  { path: '/admin/prices', name: m.admin_tab_prices, Body: PricesTab },
  { path: '/admin/audit', name: m.admin_tab_audit, Body: AuditTab },
]

/** The operator's page: sections with their own addresses. Everybody else sees `nowhere`. */
export function AdminPage({ nowhere }: { nowhere: ReactNode }) {
  const { data: account, isPending } = useQuery(accountQuery)
  const { path } = useLocation()
  const part = tabs.find((one) => one.path === path)
  const owner = tabs.find((one) => one.One && path.startsWith(`${one.path}/`))
  const id = owner && decodeURIComponent(path.slice(owner.path.length + 1))
  const shown = part ?? owner
  if (isPending) return null
  if (!account?.is_admin || !shown) return nowhere
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 pt-6 pb-16 md:px-8">
      <h1 className="text-title">{m.admin_title()}</h1>
      <Tabs current={shown} />
      {part && <part.Body key={part.path} />}
      {!part && owner?.One && id && <owner.One key={id} id={id} />}
    </div>
  )
}

function Tabs({ current }: { current: Tab }) {
  return (
    <nav
      aria-label={m.admin_tabs()}
      className="-mx-4 overflow-x-auto border-b border-line px-4 md:mx-0 md:px-0"
    >
      <ul className="flex gap-5">
        {tabs.map((part) => (
          <li key={part.path}>
            <Link
              to={part.path}
              aria-current={part === current ? 'page' : undefined}
              className="-mb-px flex min-h-11 items-center border-b-2 border-transparent whitespace-nowrap text-quiet hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text"
            >
              {part.name()}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
