import { Suspense, useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { isOpen } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import type { PublishActionProps } from '#web/shared/record-actions/publish-actions.ts'
import { tighterButton, tighterLabel } from '#web/shared/record-actions/result-buttons.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Share2 } from '#web/ui/icons/stage-icons.ts'

type DialogProps = { generation: GenerationView; onClose: () => void }

const ShareDialog = lazyPart<DialogProps>(
  async () => (await import('./share-dialog.tsx')).ShareDialog,
  ({ onClose }) => ({ isOpen: true, onClose }),
)

/** Opens the share page of a finished result. Nothing where there is no file to share. */
export function PublishAction({ generation, isTight }: PublishActionProps) {
  const [isShown, setShown] = useState(false)
  const { images, removed_at: removedAt } = generation
  if (isOpen(generation) || images.length === 0 || removedAt !== null) return null
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={Share2}
        data-tip={m.share_action()}
        className={isTight ? tighterButton : ''}
        onClick={() => setShown(true)}
      >
        <span className={isTight ? tighterLabel : ''}>{m.share_action()}</span>
      </Button>
      {isShown && (
        <Suspense>
          <ShareDialog generation={generation} onClose={() => setShown(false)} />
        </Suspense>
      )}
    </>
  )
}
