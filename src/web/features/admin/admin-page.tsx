import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { hasPermission, type Permission, type Role } from '#domain/accounts/roles.ts'
import { accountQuery } from '#web/lib/account.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { AccountDetails } from './account-details.tsx'
import { AccountsTab } from './accounts.tsx'
import { AuditTab } from './audit.tsx'
import { GenerationDetails } from './generations/generation-details.tsx'
import { GenerationsTab } from './generations/generations.tsx'
import { PreviewSlot, type RenderPreview } from './models/preview-slot.ts'
import { OverviewTab } from './overview.tsx'
import { PaymentsTab } from './payments.tsx'
import { PricesTab } from './prices.tsx'
import { SettingsTab } from './settings.tsx'

type Tab = {
  path: string
  /** What a role needs to see it. */
  permission: Permission
  name: () => string
  Body: (props: object) => ReactNode
  One?: (props: { id: string }) => ReactNode
}

const CodesTab = lazyPart(async () => (await import('./access/gift-codes.tsx')).CodesTab)
const InvitationsTab = lazyPart(
  async () => (await import('./access/invitations.tsx')).InvitationsTab,
)
const GroupsTab = lazyPart(async () => (await import('./access/groups.tsx')).GroupsTab)
const ModelsTab = lazyPart(async () => (await import('./models/models.tsx')).ModelsTab)
const ModelPage = lazyPart(async () => (await import('./models/model-page.tsx')).ModelPage)

const WebhooksTab = lazyPart(async () => (await import('./webhooks/webhooks.tsx')).WebhooksTab)
const ModerationTab = lazyPart(async () => (await import('./moderation.tsx')).ModerationTab)

const tabs: readonly Tab[] = [
  { path: '/admin', permission: 'overview.read', name: m.admin_tab_overview, Body: OverviewTab },
  {
    path: '/admin/accounts',
    permission: 'accounts.read',
    name: m.admin_tab_accounts,
    Body: AccountsTab,
    One: AccountDetails,
  },
  {
    path: '/admin/invitations',
    permission: 'accounts.admit',
    name: m.admin_tab_invitations,
    Body: InvitationsTab,
  },
  {
    path: '/admin/codes',
    permission: 'codes.read',
    name: m.admin_tab_codes,
    Body: CodesTab,
  },
  { path: '/admin/groups', permission: 'groups.read', name: m.admin_tab_groups, Body: GroupsTab },
  {
    path: '/admin/generations',
    permission: 'generations.read',
    name: m.admin_tab_generations,
    Body: GenerationsTab,
    One: GenerationDetails,
  },
  {
    path: '/admin/models',
    permission: 'models.read',
    name: m.admin_tab_models,
    Body: ModelsTab,
    One: ModelPage,
  },
  {
    path: '/admin/payments',
    permission: 'payments.read',
    name: m.admin_tab_payments,
    Body: PaymentsTab,
  },
  { path: '/admin/prices', permission: 'prices.read', name: m.admin_tab_prices, Body: PricesTab },
  {
    path: '/admin/moderation',
    permission: 'reports.read',
    name: m.admin_tab_moderation,
    Body: ModerationTab,
  },
  {
    path: '/admin/settings',
    permission: 'settings.read',
    name: m.admin_tab_settings,
    Body: SettingsTab,
  },
  {
    path: '/admin/webhooks',
    permission: 'webhooks.read',
    name: m.admin_tab_webhooks,
    Body: WebhooksTab,
  },
  { path: '/admin/audit', permission: 'audit.read', name: m.admin_tab_audit, Body: AuditTab },
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
  if (!shown || !hasPermission(role, shown.permission)) return nowhere
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 pt-6 pb-16 md:px-8">
      <h1 className="text-title">{m.admin_title()}</h1>
      <Tabs current={shown} role={role} />
      <PreviewSlot value={renderPreview}>
        <Suspense>
          {part && <part.Body key={part.path} />}
          {!part && owner?.One && id && <owner.One key={id} id={id} />}
        </Suspense>
      </PreviewSlot>
    </div>
  )
}

function Tabs({ current, role }: { current: Tab; role: Role | null }) {
  const open = tabs.filter(({ permission }) => hasPermission(role, permission))
  return (
    <nav
      aria-label={m.admin_tabs()}
      className="-mx-4 overflow-x-auto border-b border-line px-4 md:mx-0 md:px-0"
    >
      <ul className="flex gap-5">
        {open.map((part) => (
          <li key={part.path} ref={part === current ? scrollToTab : undefined}>
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

/** On a narrow window the bar is scrolled until the current tab is in its middle. */
function scrollToTab(item: HTMLElement | null) {
  const bar = item?.closest('nav')
  if (!item || !bar) return
  const [at, around] = [item.getBoundingClientRect(), bar.getBoundingClientRect()]
  bar.scrollLeft += at.left - around.left - (around.width - at.width) / 2
}
