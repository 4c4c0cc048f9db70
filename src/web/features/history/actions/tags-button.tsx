import { Tag } from 'lucide-react'
import { useState } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/button.tsx'
import { TagsDialog } from '../viewer/tags/tags-dialog.tsx'

/** The way to a record's tags. */
export function TagsButton({ generation }: { generation: GenerationView }) {
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <>
      <IconButton icon={Tag} small label={m.viewer_tags()} onClick={() => setOpen(true)} />
      {isOpen !== undefined && (
        <TagsDialog generation={generation} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
