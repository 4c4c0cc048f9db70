import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accountQuery } from '#web/lib/account.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/link.tsx'
import { askToSignIn } from '#web/lib/prompts.ts'
import { settingsQuery } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Menu } from '#web/ui/icons/navigation-icons.ts'
import { togglePanel, usePanelState } from './panel-state.ts'
import { AccountMenu, LanguageLinks, ThemeMenu } from './top-bar-menus.tsx'

/** The layout of every page: the side panel, the top bar, the content. */
export function Frame({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="fixed top-2 left-2 z-20 -translate-y-20 rounded-control bg-overlay px-4 py-2 shadow-overlay focus:translate-y-0"
      >
        {m.app_skip_to_content()}
      </a>
      {panel}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar />
        <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          {children}
        </main>
      </div>
    </div>
  )
}

/** Balance, language and theme, account; on a narrow window also the button of the side panel. */
function TopBar() {
  const { isSlideOverOpen } = usePanelState()
  return (
    <header className="sticky top-0 z-10 flex h-top-bar shrink-0 items-center gap-1 bg-ground px-4 max-md:px-2">
      <IconButton
        icon={Menu}
        label={m.nav_open()}
        aria-expanded={isSlideOverOpen}
        onClick={togglePanel}
        className="md:hidden"
      />
      <Link to="/" aria-label={m.app_name()} className="mr-auto rounded-control md:hidden">
        <Mark />
      </Link>
      <DemoMark />
      <Balance />
      <LanguageLinks />
      <ThemeMenu />
      <AccountOrSignIn />
    </header>
  )
}

function DemoMark() {
  const { data: settings } = useQuery(settingsQuery)
  return (
    <p className="mr-auto min-w-0 truncate text-small text-quiet max-md:hidden">
      {settings?.mode === 'demo' && (
        <>
          <strong className="font-medium text-text">{m.app_demo_mark()}</strong> ·{' '}
          {settings.sample_results ? m.app_demo_mark_hint() : m.app_demo_mark_real()}
        </>
      )}
    </p>
  )
}

function Balance() {
  const { data: account } = useQuery(accountQuery)
  if (!account) return null
  return (
    <Link
      to="/account/credits"
      className="flex min-h-control items-center rounded-control px-2.5 text-body whitespace-nowrap text-quiet tabular-nums transition-colors max-md:px-1.5 hover:bg-hover hover:text-text"
    >
      {m.app_balance({ credits: formatNumber(account.credits.left_credits) })}
    </Link>
  )
}

function AccountOrSignIn() {
  const { data: account, isPending, isFetching, refetch } = useQuery(accountQuery)
  if (account) return <AccountMenu account={account} />
  // The prerendered page does not know the account: a signed-in user must not read that they are
  // signed out.
  if (account === undefined && !isPending)
    return (
      <Button
        variant="plain"
        busy={isFetching}
        title={m.app_account_failed()}
        onClick={() => void refetch()}
        className="ml-1"
      >
        {m.app_try_again()}
      </Button>
    )
  return (
    // Until the account is known, only its place is reserved, so that nothing beside it moves.
    <Button
      variant="plain"
      onClick={() => askToSignIn()}
      className={`ml-1 ${isPending ? 'invisible' : ''}`}
    >
      {m.app_sign_in()}
    </Button>
  )
}

/** The product's logo: an easel with an ember. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="none" aria-hidden="true">
      <path
        d="M5.5 19.5 12 4.5l6.5 15"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="12" cy="15.6" r="2.4" className="fill-accent" />
    </svg>
  )
}
