import { useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { addTags, TagsField } from './tags-field.tsx'

type TagsDialogProps = { generation: GenerationView; isOpen: boolean; onClose: () => void }

/** A dialog for a record's tags and whether it is a favourite (docs/spec/history.md#record). */
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
    // The text that is still in the field is added, too.
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

type SelectionTagsDialogProps = {
  kind: Kind
  /** The number of records. */
  count: number
  isOpen: boolean
  onClose: () => void
  onChange: (action: 'add_tags' | 'remove_tags', tags: readonly string[]) => void
}

/** A dialog that adds or removes tags of all selected records. */
export function SelectionTagsDialog(props: SelectionTagsDialogProps) {
  const { count, isOpen, onClose } = props
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={m.selection_tags_title({ count, shown: formatNumber(count) })}
      description={m.selection_tags_text()}
      closeLabel={m.history_close()}
    >
      {isOpen && <SelectionTagsForm {...props} />}
    </Dialog>
  )
}

function SelectionTagsForm({ kind, onClose, onChange }: SelectionTagsDialogProps) {
  const [tags, setTags] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  // The text that is still in the field is added, too.
  const meant = addTags(tags, typed).tags
  const apply = (action: 'add_tags' | 'remove_tags') => {
    onClose()
    if (meant.length > 0) onChange(action, meant)
  }
  return (
    <div className="flex flex-col gap-5">
      <TagsField
        kind={kind}
        tags={tags}
        onChange={setTags}
        typed={typed}
        onType={setTyped}
        onSave={() => apply('add_tags')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={meant.length === 0} onClick={() => apply('remove_tags')}>
          {m.selection_tags_remove()}
        </Button>
        <Button variant="primary" disabled={meant.length === 0} onClick={() => apply('add_tags')}>
          {m.selection_tags_add()}
        </Button>
      </div>
    </div>
  )
}
