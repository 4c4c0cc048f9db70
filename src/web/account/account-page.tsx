import { useEffect, useRef, useState } from 'react'
import type { AccountView } from '#core/accounts/contract/account.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { localizedPath } from '#web/lib/locale.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useIsFree } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { SuspensionNotice } from '#web/shared/suspension-notice.tsx'
import { buttonStyle } from '#web/ui/controls/button.tsx'
import { ChevronRight } from '#web/ui/icons/basic-icons.ts'
import { AccountDeletion } from './account-deletion.tsx'
import { AccountLayout } from './account-layout.tsx'
import { featureLinks } from './account-link.ts'
import { DataExport } from './data-export.tsx'
import { Preferences } from './preferences.tsx'
import { Sessions } from './sessions.tsx'
import { Limits } from './spending-limits.tsx'
import { StudioLimits } from './studio-limits.tsx'
import { ThisBrowser } from './this-browser.tsx'

/** The account's profile and all its settings. */
export function AccountPage({ title }: { title: string }) {
  const [isDeleted, setDeleted] = useState(false)
  if (isDeleted) return <AccountDeleted />
  return (
    <AccountLayout title={title}>
      {(account) => (
        <>
          <Profile account={account} />
          {account.is_suspended && (
            <div className="mb-6">
              <SuspensionNotice account={account} />
            </div>
          )}
          <AccountLinks account={account} />
          <Preferences account={account} />
          <ThisBrowser />
          <StudioLimits />
          <Limits account={account} />
          <Sessions />
          <DataExport />
          <AccountDeletion account={account} onDeleted={() => setDeleted(true)} />
        </>
      )}
    </AccountLayout>
  )
}

function Profile({ account: { name, email, created_at } }: { account: AccountView }) {
  return (
    <div className="mt-3 mb-6">
      {name && <p className="text-prompt wrap-anywhere">{name}</p>}
      <p className={name ? 'text-quiet wrap-anywhere' : 'text-prompt wrap-anywhere'}>{email}</p>
      <p className="mt-1 text-small text-quiet">
        {m.account_since({ date: formatDate(created_at) })}
      </p>
    </div>
  )
}

/** Links to the other pages of the account. */
function AccountLinks({ account }: { account: AccountView }) {
  const credits = formatNumber(account.credits.left_credits)
  const isFree = useIsFree()
  return (
    <nav aria-label={m.account_pages()} className="divide-y divide-line border-t border-line">
      <Line to="/account/credits" name={m.credits_title()} aside={m.app_balance({ credits })} />
      {!isFree && <Line to="/pricing" name={m.account_buy_credits()} />}
      <Line to="/account/keys" name={m.keys_title()} />
      {featureLinks.map(({ to, name }) => (
        <Line key={to} to={to} name={name()} />
      ))}
    </nav>
  )
}

function Line({ to, name, aside }: { to: string; name: string; aside?: string }) {
  return (
    <Link to={to} className="flex min-h-12 items-center gap-3 transition-colors hover:bg-hover">
      <span className="flex-1">{name}</span>
      {aside && <span className="text-quiet tabular-nums">{aside}</span>}
      <ChevronRight size={16} aria-hidden className="text-quiet" />
    </Link>
  )
}

/**
 * Shown once, after the deletion of the account. Its link reloads the page: no data of the account
 * stays in memory.
 */
function AccountDeleted() {
  const place = useRef<HTMLElement>(null)
  // The pressed button was removed with the account; the keyboard and the screen reader continue
  // here.
  useEffect(() => place.current?.focus(), [])
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={m.account_deleted_title()}
      className="m-auto max-w-md px-4 py-12 text-center outline-none"
    >
      <h1 className="text-title">{m.account_deleted_title()}</h1>
      <p className="mt-2 text-balance text-quiet">{m.account_deleted_text()}</p>
      <a href={localizedPath('/')} className={`${buttonStyle()} mt-6`}>
        {m.app_to_start()}
      </a>
    </section>
  )
}
