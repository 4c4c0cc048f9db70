import { useQuery } from '@tanstack/react-query'
import { useSaveSettings } from '#web/lib/account.ts'
import { errorText } from '#web/lib/error-text.ts'
import { closePrompt } from '#web/lib/prompts.ts'
import { settingsQuery, useStudioName } from '#web/lib/settings.ts'
import { useTermsToAccept } from '#web/lib/terms.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/**
 * Asks the owner of the account to accept the current terms. Without that everything that exists
 * can be seen, downloaded and deleted, and nothing new can be made or bought.
 */
export function TermsDialog() {
  const studio = useStudioName()
  const { data: settings } = useQuery(settingsQuery)
  const { version, isFirst } = useTermsToAccept()
  const { mutate, isPending, error } = useSaveSettings()
  const links = [
    { name: m.app_terms, to: settings?.terms_url },
    { name: m.app_privacy, to: settings?.privacy_url },
  ].filter(({ to }) => to)
  return (
    <Dialog
      open
      onClose={closePrompt}
      closeLabel={m.app_close()}
      title={m.terms_title({ studio })}
      description={isFirst ? m.terms_text() : m.terms_text_again()}
      footer={
        <>
          <Button variant="quiet" onClick={closePrompt}>
            {m.terms_later()}
          </Button>
          <Button
            variant="primary"
            busy={isPending}
            onClick={() => mutate({ accept_terms: version }, { onSuccess: closePrompt })}
          >
            {m.terms_accept()}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-2">
        {links.map(({ name, to }) => (
          <li key={to}>
            <a href={to ?? ''} target="_blank" rel="noreferrer" className="underline">
              {name()}
            </a>
          </li>
        ))}
      </ul>
      {error && (
        <div className="mt-4">
          <Notice tone="bad" announce="now">
            {errorText(error, m.app_try_again())}
          </Notice>
        </div>
      )}
    </Dialog>
  )
}
