import { useMutation } from '@tanstack/react-query'
import { CircleUserRound } from 'lucide-react'
import type { AccountView } from '#contract/account.ts'
import { request } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { menuLine } from './menu-line.ts'

/** Who is signed in, and what belongs to them. */
export function AccountMenu({ account }: { account: AccountView }) {
  return (
    <Popover
      label={m.app_account()}
      trigger={(trigger) => (
        <IconButton
          {...trigger}
          icon={CircleUserRound}
          label={m.app_account_of({ email: account.email })}
        />
      )}
    >
      {(close) => (
        <div className="w-60">
          <div className="px-3 pt-2 pb-2.5">
            {account.name && <p className="truncate font-medium">{account.name}</p>}
            <p className="truncate text-small text-quiet">{account.email}</p>
          </div>
          <div className="border-t border-line pt-1.5">
            <MenuLink to="/account" onFollow={close} name={m.app_account()} />
            <MenuLink
              to="/account/credits"
              onFollow={close}
              name={m.app_account_credits()}
              aside={formatNumber(account.credits.left_credits)}
            />
            <MenuLink to="/account/keys" onFollow={close} name={m.keys_title()} />
            {!account.is_suspended && (
              <MenuLink to="/pricing" onFollow={close} name={m.pricing_title()} />
            )}
            <MenuLink to="/creator/history" onFollow={close} name={m.app_account_history()} />
            {account.is_admin && (
              <MenuLink to="/admin" onFollow={close} name={m.app_account_admin()} />
            )}
          </div>
          <div className="mt-1.5 border-t border-line pt-1.5">
            <SignOutButton />
          </div>
        </div>
      )}
    </Popover>
  )
}

type MenuLinkProps = { to: string; name: string; aside?: string; onFollow: () => void }

function MenuLink({ to, name, aside, onFollow }: MenuLinkProps) {
  return (
    <Link to={to} onClick={onFollow} className={`${menuLine} justify-between`}>
      {name}
      {aside && <span className="text-quiet tabular-nums">{aside}</span>}
    </Link>
  )
}

function SignOutButton() {
  // Everything on screen and in memory belonged to the account, so the page starts afresh.
  const signOut = useMutation({
    mutationFn: () => request<void>('POST', '/api/auth/sign-out'),
    onSuccess: () => location.reload(),
    onError: () => toast(m.app_sign_out_failed(), { tone: 'bad' }),
  })
  return (
    <button
      type="button"
      aria-disabled={signOut.isPending}
      onClick={() => (signOut.isIdle || signOut.isError) && signOut.mutate()}
      className={`${menuLine} justify-between`}
    >
      {signOut.isPending ? m.app_signing_out() : m.app_sign_out()}
    </button>
  )
}
