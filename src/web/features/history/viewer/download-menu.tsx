import type { GenerationView, MediaView } from '#contract/generation.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import { isImage } from '#web/shared/media.ts'
import { downloadFile } from '#web/shared/record-actions/download-records.ts'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Download } from '#web/ui/icons/form-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { sizeText } from '../records/record-facts.ts'

type DownloadMenuProps = { generation: GenerationView; media: MediaView }

/**
 * Downloads the shown file: at once where there is only one way, otherwise as it is, as a PNG, or
 * with all others.
 */
export function DownloadMenu({ generation, media }: DownloadMenuProps) {
  const { download } = useBatchActions(generation.kind)
  const { images } = generation
  const mayBePng = isImage(media) && media.content_type !== 'image/png'
  if (!mayBePng && images.length === 1) {
    return (
      <IconButton
        icon={Download}
        label={m.history_download()}
        onClick={() => void downloadFile(generation, media)}
      />
    )
  }
  const choices = [
    { label: originalText(media), run: () => downloadFile(generation, media) },
    ...(mayBePng
      ? [{ label: m.viewer_download_png(), run: () => downloadFile(generation, media, 'png') }]
      : []),
    ...(images.length > 1
      ? [
          {
            label: m.viewer_download_all({ count: images.length }),
            run: () => download([generation]),
          },
        ]
      : []),
    ...(mayBePng && images.length > 1
      ? [
          {
            label: m.viewer_download_all_png({ count: images.length }),
            run: () => download([generation], 'png'),
          },
        ]
      : []),
  ]
  return (
    <Popover
      label={m.viewer_download_as()}
      side="above"
      align="start"
      trigger={(trigger) => (
        <IconButton {...trigger} icon={Download} label={m.history_download()} />
      )}
    >
      {(close) => (
        <ul>
          {choices.map(({ label, run }) => (
            <li key={label}>
              <button
                type="button"
                onClick={() => {
                  close()
                  void run()
                }}
                className="flex min-h-control w-full items-center rounded-control px-3 text-left text-body hover:bg-hover"
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

function originalText({ content_type, bytes }: MediaView): string {
  const format = content_type.split(/[/;]/)[1]?.toUpperCase() ?? ''
  return m.viewer_download_original({ format, size: sizeText(bytes, currentLocale()) })
}
