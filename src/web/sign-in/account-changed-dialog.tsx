import { type AccountChangedPrompt, closePrompt } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/**
 * Asks the user to confirm a generation with the credits of the account that another tab has signed
 * in to.
 */
export function AccountChangedDialog({
  prompt: { email, onConfirm },
}: {
  prompt: AccountChangedPrompt
}) {
  const confirm = () => {
    closePrompt()
    onConfirm()
  }
  return (
    <Dialog
      open
      onClose={closePrompt}
      closeLabel={m.app_close()}
      title={m.account_changed_title({ email })}
      description={m.account_changed_text({ email })}
      footer={
        <>
          <Button variant="quiet" onClick={closePrompt}>
            {m.account_changed_cancel()}
          </Button>
          <Button variant="primary" onClick={confirm}>
            {m.account_changed_confirm()}
          </Button>
        </>
      }
    />
  )
}
