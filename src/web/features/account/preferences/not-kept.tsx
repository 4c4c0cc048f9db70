import { m } from '#web/messages/compiled/messages.js'

/** That a choice counts in this browser, and that the account does not know it yet. */
export function NotKept({ id, isShown }: { id?: string; isShown: boolean }) {
  return (
    <p id={id} role="status" className="text-small text-warn empty:hidden">
      {isShown && m.account_not_kept()}
    </p>
  )
}
