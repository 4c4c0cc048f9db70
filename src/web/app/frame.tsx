import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { joinPath } from '#core/pages/page-paths-contract.ts'
import { accountQuery } from '#web/lib/account.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { askToAcceptTerms, askToSignIn, showCommands } from '#web/lib/prompts.ts'
import { ownText, settingsQuery, useIsFree, useStudioName } from '#web/lib/settings.ts'
import { useTermsToAccept } from '#web/lib/terms.ts'
import { m } from '#web/messages/compiled/messages.js'
import { featureParts } from '#web/shared/feature-parts.tsx'
import { Mark } from '#web/shared/mark.tsx'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { Search } from '#web/ui/icons/history-icons.ts'
import { Menu } from '#web/ui/icons/navigation-icons.ts'
import { shortcutText } from './commands/shortcuts.ts'
import { JobsButton } from './jobs-button.tsx'
import { togglePanel, usePanelState } from './panel-state.ts'
import { springLoaded } from './spring-loaded-links.ts'
import { AccountMenu, LanguageMenu, ThemeMenu } from './top-bar-menus.tsx'

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
        <Banner />
        <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          {children}
        </main>
        <Footer />
      </div>
    </div>
  )
}

/** Makes the columns that are as high as the window lower by the height of an element. */
function reserveHeight(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    style.setProperty('--announcements', `${element.offsetHeight}px`)
  })
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty('--announcements')
  }
}

/** What the operator announces, and that an account waits. */
function Banner() {
  const { data: settings } = useQuery(settingsQuery)
  const { banner, maintenance } = settings ?? {}
  const { data: account } = useQuery(accountQuery)
  const { path } = useLocation()
  const text = banner ? ownText(banner.text) : undefined
  // That page says so itself.
  const approval = path === joinPath ? null : account?.approval
  const { version: terms } = useTermsToAccept()
  if (!text && !maintenance && !approval && terms === 0) return null
  return (
    <div ref={reserveHeight} className="flex flex-col gap-2 px-4 pb-2 max-md:px-2">
      {maintenance && (
        <Notice tone="warn" announce="politely">
          {m.app_maintenance()}
        </Notice>
      )}
      {approval && (
        <Notice tone="warn" announce="politely">
          <Link to={joinPath} className="underline underline-offset-2">
            {approval === 'waiting' ? m.account_waiting_title() : m.account_rejected_title()}
          </Link>
        </Notice>
      )}
      {terms > 0 && (
        <Notice tone="warn" announce="politely">
          {m.terms_notice()}{' '}
          <button type="button" onClick={askToAcceptTerms} className="underline underline-offset-2">
            {m.terms_review()}
          </button>
        </Notice>
      )}
      {text && (
        <Notice tone={banner?.tone === 'warning' ? 'warn' : 'plain'} announce="politely">
          {text}
        </Notice>
      )}
    </div>
  )
}

const FooterLinks = featureParts(
  import.meta.glob<ComponentType>('/src/features/*/web/footer-link.tsx', {
    eager: true,
    import: 'FooterLink',
  }),
)

/** The operator's own line and links, and those of features. */
function Footer() {
  const { data: settings } = useQuery(settingsQuery)
  if (!settings) return null
  const text = ownText(settings.footer)
  const links = [
    { name: m.app_terms, to: settings.terms_url },
    { name: m.app_privacy, to: settings.privacy_url },
    { name: m.app_imprint, to: settings.imprint_url },
  ].filter(({ to }) => to !== null)
  if (!text && links.length === 0) return null
  return (
    <footer className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-4 text-small text-quiet">
      {text && <p>{text}</p>}
      {links.map(({ name, to }) => (
        <a key={to} href={to ?? ''} rel="noreferrer" className="underline hover:text-text">
          {name()}
        </a>
      ))}
      <FooterLinks />
    </footer>
  )
}

/** Balance, language and theme, account; on a narrow window also the button of the side panel. */
function TopBar() {
  const { isSlideOverOpen } = usePanelState()
  const studioName = useStudioName()
  return (
    <header className="group/bar sticky top-0 z-10 flex h-top-bar shrink-0 items-center gap-1 bg-ground px-4 max-md:px-2 max-[21rem]:gap-0">
      <IconButton
        icon={Menu}
        label={m.nav_open()}
        aria-expanded={isSlideOverOpen}
        onClick={togglePanel}
        {...springLoaded}
        className="md:hidden"
      />
      <Link
        to="/"
        aria-label={studioName}
        className="mr-auto rounded-control max-[23rem]:group-has-data-jobs/bar:hidden md:hidden"
      >
        <Mark />
      </Link>
      <DemoMark />
      <Balance />
      <JobsButton />
      <CommandsButton />
      <LanguageMenu />
      <ThemeMenu />
      <AccountOrSignIn />
    </header>
  )
}

function DemoMark() {
  const { data: settings } = useQuery(settingsQuery)
  const { data: account } = useQuery(accountQuery)
  return (
    <p className="mr-auto min-w-0 truncate text-small text-quiet max-md:hidden">
      {settings?.mode === 'demo' && (
        <>
          <strong className="font-medium text-text">{m.app_demo_mark()}</strong> ·{' '}
          {account?.role === 'owner' && (
            <>
              <Link to="/admin" className="underline underline-offset-2 hover:text-text">
                {m.app_demo_owner()}
              </Link>{' '}
              ·{' '}
            </>
          )}
          {settings.sample_results ? m.app_demo_mark_hint() : m.app_demo_mark_real()}
        </>
      )}
    </p>
  )
}

function Balance() {
  const { data: account } = useQuery(accountQuery)
  const isFree = useIsFree()
  if (!account) return null
  const credits = formatNumber(account.credits.left_credits)
  return (
    <Link
      to="/account/credits"
      className="flex min-h-control items-center rounded-control px-2.5 text-body whitespace-nowrap text-quiet tabular-nums transition-colors max-[23rem]:group-has-data-jobs/bar:hidden max-md:px-1.5 max-[21rem]:px-0 hover:bg-hover hover:text-text"
    >
      {isFree ? m.app_balance_left({ credits }) : m.app_balance({ credits })}
    </Link>
  )
}

/** Opens the command palette; phones, without a keyboard, have the side panel. */
function CommandsButton() {
  return (
    <IconButton
      icon={Search}
      label={m.commands_open({ shortcut: shortcutText('K') })}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={showCommands}
      className="max-md:hidden"
    />
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
