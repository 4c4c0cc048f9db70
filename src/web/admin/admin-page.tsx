import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import type { Role } from '#core/accounts/rules/roles.ts'
import { accountQuery } from '#web/lib/account.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { AccountDetails } from './access/account-details.tsx'
import { AccountsTab } from './access/accounts.tsx'
import { type AdminGroup, type AdminTab, featureTabs, leadingTabs } from './admin-part.ts'
import { AuditTab } from './audit.tsx'
import { GenerationDetails } from './generations/generation-details.tsx'
import { GenerationsTab } from './generations/generations.tsx'
import { PreviewSlot, type RenderPreview } from './models/preview-slot.ts'
import { OverviewTab } from './overview.tsx'
import { PricesTab } from './prices.tsx'
import { SettingsTab } from './settings.tsx'
import { roleMay } from './use-permission.ts'

const groups: Record<AdminGroup, () => string> = {
  people: m.admin_group_people,
  money: m.admin_group_money,
  content: m.admin_group_content,
  system: m.admin_group_system,
}

const ModelsTab = lazyPart(async () => (await import('./models/models.tsx')).ModelsTab)
const ModelPage = lazyPart(async () => (await import('./models/model-page.tsx')).ModelPage)

const coreTabs: readonly AdminTab[] = [
  { path: '/admin', permission: 'overview.read', name: m.admin_tab_overview, Body: OverviewTab },
  {
    path: '/admin/accounts',
    group: 'people',
    permission: 'accounts.read',
    name: m.admin_tab_accounts,
    Body: AccountsTab,
    One: AccountDetails,
  },
  {
    path: '/admin/prices',
    group: 'money',
    permission: 'prices.read',
    name: m.admin_tab_prices,
    Body: PricesTab,
  },
  {
    path: '/admin/generations',
    group: 'content',
    permission: 'generations.read',
    name: m.admin_tab_generations,
    Body: GenerationsTab,
    One: GenerationDetails,
  },
  {
    path: '/admin/models',
    group: 'content',
    permission: 'models.read',
    name: m.admin_tab_models,
    Body: ModelsTab,
    One: ModelPage,
  },
  {
    path: '/admin/settings',
    group: 'system',
    permission: 'settings.read',
    name: m.admin_tab_settings,
    Body: SettingsTab,
  },
  {
    path: '/admin/audit',
    group: 'system',
    permission: 'audit.read',
    name: m.admin_tab_audit,
    Body: AuditTab,
  },
]

/** With those of features behind them, or before those of their group. */
const tabs = [
  ...coreTabs.flatMap((tab, index) => {
    const isFirst = coreTabs.findIndex(({ group }) => group === tab.group) === index
    return isFirst ? [...leadingTabs.filter(({ group }) => group === tab.group), tab] : [tab]
  }),
  ...featureTabs,
]

type AdminPageProps = {
  nowhere: ReactNode
  /** The form of a model. */
  renderPreview: RenderPreview
}

/** The operator's page: sections with their own addresses. Everybody else sees `nowhere`. */
export function AdminPage({ nowhere, renderPreview }: AdminPageProps) {
  const { data: account, isPending } = useQuery(accountQuery)
  const { path } = useLocation()
  const part = tabs.find((one) => one.path === path)
  const owner = tabs.find((one) => one.One && path.startsWith(`${one.path}/`))
  const id = owner && decodeURIComponent(path.slice(owner.path.length + 1))
  const shown = part ?? owner
  if (isPending) return null
  const role = account?.role ?? null
  if (!shown || !roleMay(role, shown.permission)) return nowhere
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-6 px-4 pt-6 pb-16 md:px-8">
      <h1 className="text-title">{m.admin_title()}</h1>
      <div className="flex gap-x-10 gap-y-6 max-xl:flex-col">
        <Tabs current={shown} role={role} />
        <div className="min-w-0 flex-1">
          <PreviewSlot value={renderPreview}>
            <Suspense>
              {part && <part.Body key={part.path} />}
              {!part && owner?.One && id && <owner.One key={id} id={id} />}
            </Suspense>
          </PreviewSlot>
        </div>
      </div>
    </div>
  )
}

type TabsProps = { current: AdminTab; role: Role | null }

/** Beside the page all sections by their group; above it, on a narrow window, one group at a time. */
function Tabs({ current, role }: TabsProps) {
  const open = tabs.filter(({ permission }) => roleMay(role, permission))
  const byGroup = [...Map.groupBy(open, ({ group }) => group)]
  return (
    <nav aria-label={m.admin_tabs()} className="shrink-0 xl:sticky xl:top-20 xl:w-44 xl:self-start">
      <ul className="-mx-4 flex gap-5 overflow-x-auto border-b border-line px-4 md:mx-0 md:px-0 xl:hidden">
        {byGroup.map(([group, [first]]) => (
          <TabLink
            key={group ?? ''}
            to={first?.path ?? ''}
            name={group ? groups[group]() : (first?.name() ?? '')}
            isCurrent={group === current.group}
            look="bar"
          />
        ))}
      </ul>
      {byGroup.map(([group, members]) => (
        <div
          key={group ?? ''}
          className={group && group === current.group ? 'max-xl:mt-1' : 'max-xl:hidden'}
        >
          {group && (
            <p className="mt-4 mb-1 px-2 text-small font-medium max-xl:sr-only">
              {groups[group]()}
            </p>
          )}
          <ul className="flex max-xl:gap-5 max-xl:overflow-x-auto xl:flex-col">
            {members.map((tab) => (
              <TabLink
                key={tab.path}
                to={tab.path}
                name={tab.name()}
                isCurrent={tab === current}
                look="list"
              />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

const tabLooks = {
  bar: '-mb-px flex min-h-11 items-center border-b-2 border-transparent whitespace-nowrap text-quiet hover:text-text aria-[current]:border-accent aria-[current]:text-text',
  list: 'flex min-h-9 items-center whitespace-nowrap text-quiet hover:text-text aria-[current=page]:text-text max-xl:min-h-11 xl:rounded-control xl:px-2 xl:hover:bg-hover xl:aria-[current=page]:bg-pressed',
}

type TabLinkProps = { to: string; name: string; isCurrent: boolean; look: keyof typeof tabLooks }

function TabLink({ to, name, isCurrent, look }: TabLinkProps) {
  const current = look === 'bar' ? 'true' : 'page'
  return (
    <li>
      <Link to={to} aria-current={isCurrent ? current : undefined} className={tabLooks[look]}>
        {name}
      </Link>
    </li>
  )
}
