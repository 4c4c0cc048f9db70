import type { ReactNode } from 'react'
import type { AccountView } from '#core/accounts/contract/account.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useIsFree } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { sectionsForVisitors } from '#web/shared/nav-sections.ts'
import { buttonStyle } from '#web/ui/controls/button.tsx'
import { ChevronRight } from '#web/ui/icons/basic-icons.ts'
import { JoinMessage } from './join-message.tsx'

type AccountStateProps = {
  account: AccountView
  /** What an account reads that does not wait. */
  ready?: { title: string; text: string }
}

/** Follows the operator's decision: live events bring the account. */
export function AccountState({ account, ready }: AccountStateProps) {
  const { approval, approval_note: note, email } = account
  if (approval === 'waiting')
    return (
      <JoinMessage title={m.join_waiting_title()} text={m.join_waiting_text({ email })}>
        <PagesWhileWaiting />
      </JoinMessage>
    )
  if (approval === 'rejected')
    return (
      <JoinMessage
        title={m.join_rejected_title()}
        text={note ? m.join_rejected_text({ note }) : m.join_rejected_plain()}
      >
        <ToStart />
      </JoinMessage>
    )
  return (
    <JoinMessage
      title={ready?.title ?? m.join_ready_title()}
      text={ready?.text ?? m.join_ready_text({ email })}
    >
      <Link
        to="/creator/image/text-to-image"
        className={buttonStyle({ variant: 'primary', size: 'large' })}
      >
        {m.app_make_an_image()}
      </Link>
    </JoinMessage>
  )
}

/** What a person who waits may look at. */
function PagesWhileWaiting() {
  const isFree = useIsFree()
  const places = [
    ...sectionsForVisitors.map(({ path, label, text }) => ({ path, name: label(), text: text() })),
    {
      path: '/creator/image/text-to-image',
      name: m.join_meanwhile_form(),
      text: m.join_meanwhile_form_text(),
    },
    ...(isFree
      ? []
      : [{ path: '/pricing', name: m.pricing_title(), text: m.join_meanwhile_pricing_text() }]),
  ]
  return (
    <nav aria-label={m.join_meanwhile()} className="w-full text-left">
      <h2 className="mb-3 text-small font-medium text-quiet">{m.join_meanwhile()}</h2>
      <ul className="flex flex-col gap-2">
        {places.map(({ path, name, text }) => (
          <li key={path}>
            <Link
              to={path}
              className="flex items-center gap-3 rounded-control border border-edge px-4 py-3 hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{name}</span>
                <span className="block text-small text-quiet">{text}</span>
              </span>
              <ChevronRight size={16} aria-hidden className="shrink-0 text-quiet" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The way to the start page. */
export function ToStart(): ReactNode {
  return (
    <Link to="/" className={buttonStyle({ size: 'large' })}>
      {m.app_to_start()}
    </Link>
  )
}
