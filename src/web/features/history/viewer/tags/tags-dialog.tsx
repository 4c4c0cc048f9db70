import { useState } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { addTags } from './tags.ts'
import { TagsField } from './tags-field.tsx'

type TagsDialogProps = { generation: GenerationView; isOpen: boolean; onClose: () => void }

/**
 * A record's tags, and whether it is a favourite, changed together (docs/spec/history.md#record).
 */
export function TagsDialog({ generation, isOpen, onClose }: TagsDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={m.viewer_tags_title()}
      description={m.viewer_tags_text()}
      closeLabel={m.history_close()}
    >
      {isOpen && <TagsForm generation={generation} onClose={onClose} />}
    </Dialog>
  )
}

function TagsForm({ generation, onClose }: Omit<TagsDialogProps, 'isOpen'>) {
  const { setFavorite } = useBatchActions(generation.kind)
  const [tags, setTags] = useState<readonly string[]>(generation.tags)
  const [typed, setTyped] = useState('')
  const [isFavorite, setIsFavorite] = useState(generation.is_favorite)
  const save = () => {
    // What still stands in the field is meant too.
    void setFavorite(generation, isFavorite, addTags(tags, typed).tags)
    onClose()
  }
  return (
    <div className="flex flex-col gap-5">
      <TagsField
        kind={generation.kind}
        tags={tags}
        onChange={setTags}
        typed={typed}
        onType={setTyped}
        onSave={save}
      />
      <Switch label={m.viewer_tags_favorite()} checked={isFavorite} onChange={setIsFavorite} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{m.viewer_tags_cancel()}</Button>
        <Button variant="primary" onClick={save}>
          {m.viewer_tags_save()}
        </Button>
      </div>
    </div>
  )
}
