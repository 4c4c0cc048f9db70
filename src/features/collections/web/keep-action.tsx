import type { ComponentProps } from 'react'
import { Suspense, useState } from 'react'
import type { ViewerActionProps } from '#web/history/viewer/viewer-actions.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { IconButton } from '#web/ui/controls/button.tsx'
import { FolderPlus } from '#web/ui/icons/history-icons.ts'
import type { CollectDialog as Dialog } from './collect-dialog.tsx'

export const CollectDialog = lazyPart<ComponentProps<typeof Dialog>>(
  async () => (await import('./collect-dialog.tsx')).CollectDialog,
  ({ onClose }) => ({ isOpen: true, onClose }),
)

/** Adds one record to a collection. */
export function KeepAction({ generation: { id } }: Pick<ViewerActionProps, 'generation'>) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <IconButton
        icon={FolderPlus}
        label={m.collections_add()}
        onClick={() => setShown(true)}
        captioned
      />
      {isShown && (
        <Suspense>
          <CollectDialog ids={[id]} count={1} onClose={() => setShown(false)} />
        </Suspense>
      )}
    </>
  )
}
