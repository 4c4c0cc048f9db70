import { useMutation } from '@tanstack/react-query'
import type { AccountView } from '#core/accounts/contract/account.ts'
import { themes } from '#core/history/contract/browser-state.ts'
import { useSavePreference } from '#web/lib/account.ts'
import { request } from '#web/lib/api.ts'
import { chooseTheme, useTheme } from '#web/lib/browser/theme.ts'
import { formatNumber } from '#web/lib/format.ts'
import {
  currentLocale,
  type Language,
  languageOptions,
  localizedPath,
  rememberLocale,
} from '#web/lib/locale.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { useIsFree } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { UnreviewedLanguages } from '#web/shared/unreviewed-languages.tsx'
import { IconButton } from '#web/ui/controls/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import {
  Check,
  CircleUserRound,
  Languages,
  Monitor,
  Moon,
  Sun,
} from '#web/ui/icons/navigation-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'

/** The signed-in account, and the menu of its pages. */
export function AccountMenu({ account }: { account: AccountView }) {
  const isFree = useIsFree()
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
              <MenuLink
                to="/pricing"
                onFollow={close}
                name={isFree ? m.pricing_free_title() : m.pricing_title()}
              />
            )}
            <MenuLink to="/creator/history" onFollow={close} name={m.app_account_history()} />
            {account.role !== null && (
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
  // Everything on screen and in memory belonged to the account, so the page is reloaded.
  const signOut = useMutation({
    mutationFn: () => request('POST', '/api/auth/sign-out'),
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

/** The icon and the name of each theme. */
export const themeTexts = {
  dark: { icon: Moon, name: m.app_theme_dark },
  light: { icon: Sun, name: m.app_theme_light },
  system: { icon: Monitor, name: m.app_theme_system },
}

/** Dark, light or as the system. */
export function ThemeMenu() {
  const chosen = useTheme()
  const { savePreference } = useSavePreference()
  return (
    <Popover
      label={m.app_theme()}
      trigger={(trigger) => (
        <IconButton {...trigger} icon={themeTexts[chosen].icon} label={m.app_theme()} />
      )}
    >
      {(close) =>
        themes.map((theme) => {
          const { icon: Icon, name } = themeTexts[theme]
          return (
            <button
              key={theme}
              type="button"
              aria-pressed={theme === chosen}
              onClick={() => {
                chooseTheme(theme)
                savePreference({ theme })
                close()
              }}
              className={menuLine}
            >
              <Icon size={16} strokeWidth={1.75} aria-hidden className="text-quiet" />
              <span className="flex-1 text-left">{name()}</span>
              {theme === chosen && <Check size={16} aria-hidden className="text-accent" />}
            </button>
          )
        })
      }
    </Popover>
  )
}

/**
 * The current page, with its query, in each language, under the language's own name. They are
 * links, because the address decides the language.
 */
export function LanguageMenu() {
  const { path, search, hash } = useLocation()
  const { savePreference } = useSavePreference()
  const current = currentLocale()
  const choose = (language: Language) => {
    rememberLocale(language)
    savePreference({ language })
  }
  return (
    <Popover
      label={m.account_language()}
      trigger={(trigger) => (
        <IconButton {...trigger} icon={Languages} label={m.account_language()} />
      )}
    >
      {languageOptions.map(({ language, tag, name }) => (
        <a
          key={language}
          href={localizedPath(path, language) + search + hash}
          hrefLang={tag}
          lang={tag}
          {...(language === current && { 'aria-current': true })}
          onClick={() => choose(language)}
          className={`${menuLine} justify-between`}
        >
          {name}
          {language === current && <Check size={16} aria-hidden className="text-accent" />}
        </a>
      ))}
      <UnreviewedLanguages className="max-w-52 px-3 pt-1.5 pb-1" />
    </Popover>
  )
}

/** The style of one line in a menu, be it a link or a button. */
const menuLine =
  'flex min-h-control w-full items-center gap-3 rounded-control px-3 text-body transition-colors hover:bg-hover active:bg-pressed'
