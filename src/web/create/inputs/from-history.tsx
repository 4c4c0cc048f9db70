import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { accountQuery } from '#web/lib/account.ts'
import { askToSignIn } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { History } from '#web/ui/icons/form-icons.ts'
import type { HistoryDialogProps } from './history-dialog.tsx'

const HistoryDialog = lazyPart<HistoryDialogProps>(
  async () => (await import('./history-dialog.tsx')).HistoryDialog,
  ({ onClose }) => ({ isOpen: true, onClose }),
)

/** Opens the choice of an earlier result as the file of a field. */
export function FromHistory(props: Omit<HistoryDialogProps, 'onClose'>) {
  const isSignedIn = Boolean(useQuery(accountQuery).data)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon={History}
        onPointerEnter={() => void HistoryDialog.preload()}
        onClick={() =>
          isSignedIn ? setOpen(true) : askToSignIn({ description: m.inputs_history_sign_in() })
        }
        className="-ml-2.5"
      >
        {m.inputs_from_history()}
      </Button>
      {isOpen && (
        <Suspense>
          <HistoryDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
