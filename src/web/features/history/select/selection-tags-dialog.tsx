import { useState } from 'react'
import type { Kind } from '#catalogue/kinds.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { addTags } from '../viewer/tags/tags.ts'
import { TagsField } from '../viewer/tags/tags-field.tsx'

type SelectionTagsDialogProps = {
  kind: Kind
  /** How many records it is about. */
  count: number
  isOpen: boolean
  onClose: () => void
  onChange: (action: 'add_tags' | 'remove_tags', tags: readonly string[]) => void
}

/** Tags that all picked records get, or lose. */
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
      {isOpen && <TagsForm {...props} />}
    </Dialog>
  )
}

function TagsForm({ kind, onClose, onChange }: SelectionTagsDialogProps) {
  const [tags, setTags] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  // What still stands in the field is meant too.
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
