import type { Accept } from '#core/models/rules/fields.ts'
import { type Kind, kindFacts, type Medium } from '#core/models/rules/kinds.ts'
import { historyOrder, kindTexts } from '#web/kinds.ts'
import { m } from '#web/messages/compiled/messages.js'
import { PickMedia } from '#web/shared/pick-media.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { isAccepted } from '../uploads/accept.ts'

export type HistoryDialogProps = {
  accept: Accept
  /** The field's name for people. */
  name: string
  onPick: (address: string) => void
  onClose: () => void
}

const mediumOf: Record<Accept, Medium> = {
  image: 'image',
  video: 'video',
  'video-or-gif': 'video',
  audio: 'audio',
}

/** The newest results that a field accepts. */
export function HistoryDialog({ accept, name, onPick, onClose }: HistoryDialogProps) {
  const kinds = kindsWith(mediumOf[accept])
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.inputs_history_title()}
      description={m.inputs_history_for({ field: name })}
      closeLabel={m.app_close()}
    >
      <div className="flex flex-col gap-4">
        <PickMedia
          kinds={kinds}
          kindTexts={kindTexts}
          first={kinds[0] ?? 'image'}
          accepts={({ content_type: type }) => isAccepted({ type }, accept)}
          labelOf={(title) => m.inputs_history_use({ title })}
          none={m.inputs_history_none()}
          onPick={({ media }) => {
            onPick(media.url)
            onClose()
          }}
        />
      </div>
    </Dialog>
  )
}

/** The kinds whose results contain a medium; of audio, some have a video with it. */
function kindsWith(medium: Medium): Kind[] {
  return historyOrder.filter((kind) =>
    (kindFacts[kind].media as readonly Medium[]).includes(medium),
  )
}
