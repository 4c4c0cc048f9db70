import { useQuery } from '@tanstack/react-query'
import { Menu } from 'lucide-react'
import { accountQuery } from '#web/lib/account.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/link.tsx'
import { askToSignIn } from '#web/lib/prompts.ts'
import { settingsQuery } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { togglePanel, usePanelState } from '../navigation/panel-state.ts'
import { Mark } from '../shell/mark.tsx'
import { AccountMenu } from './account-menu.tsx'
import { LanguageLink } from './language-link.tsx'
import { ThemeMenu } from './theme-menu.tsx'

/** Balance, language and theme, account; on a narrow window also the way to the side panel. */
export function TopBar() {
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
      <LanguageLink />
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
  // Nobody knows who looks: whoever is signed in must not read that they are not.
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
    // Until one knows who looks, its place alone is there, so that nothing beside it moves.
    <Button
      variant="plain"
      onClick={() => askToSignIn()}
      className={`ml-1 ${isPending ? 'invisible' : ''}`}
    >
      {m.app_sign_in()}
    </Button>
  )
}
