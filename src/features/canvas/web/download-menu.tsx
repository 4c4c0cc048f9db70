import { m } from '#web/messages/compiled/messages.js'
import { saveBlob } from '#web/shared/record-actions/save-file.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Download } from '#web/ui/icons/form-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { PopoverChoices } from '#web/ui/overlays/popover-choices.tsx'
import { downloadFile, type FileType, fileTypes } from './document/download-file.ts'
import type { Editor } from './document/editor-store.ts'

/** Saves the canvas as a file on this device. */
export function DownloadMenu({ editor, name }: { editor: Editor; name: string }) {
  const download = async (type: FileType) => {
    const { layers, size } = editor.store.getState()
    try {
      const file = await downloadFile(type, layers, size)
      saveBlob(file, `${name.trim() || 'canvas'}.${type === 'jpeg' ? 'jpg' : type}`)
    } catch {
      toast(m.canvas_not_written(), { tone: 'bad' })
    }
  }
  const choices = fileTypes.map((type) => ({
    label: typeNames[type](),
    run: () => download(type),
  }))
  return (
    <Popover
      label={m.canvas_export()}
      trigger={(trigger) => (
        <Button {...trigger} size="small" icon={Download}>
          {m.canvas_export()}
        </Button>
      )}
    >
      {(close) => <PopoverChoices choices={choices} close={close} />}
    </Popover>
  )
}

const typeNames: Readonly<Record<FileType, () => string>> = {
  png: () => 'PNG',
  jpeg: () => 'JPEG',
  webp: () => 'WebP',
  psd: m.canvas_export_psd,
}
