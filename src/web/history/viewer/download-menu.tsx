import type { GenerationView, MediaView, MixView } from '#core/generations/generation-contract.ts'
import { embedsSettings } from '#web/lib/browser/browser-settings.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import { isImage } from '#web/shared/media.ts'
import { downloadFile } from '#web/shared/record-actions/download-records.ts'
import { severalFiles } from '#web/shared/record-actions/several-files.ts'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Download } from '#web/ui/icons/form-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { PopoverChoices } from '#web/ui/overlays/popover-choices.tsx'
import { sizeText } from '../records/record-facts.ts'

/** The types of files that can contain settings. */
const typesWithSettings = /^(image\/(png|jpeg|webp)|(video|audio)\/mp4|video\/quicktime)$/

type DownloadMenuProps = { generation: GenerationView; media: MediaView }

/**
 * Downloads the shown file: at once where there is only one way, otherwise as it is, as a PNG, or
 * with all others.
 */
export function DownloadMenu({ generation, media }: DownloadMenuProps) {
  const { download } = useBatchActions(generation.kind)
  const { images } = generation
  const mayBePng = isImage(media) && media.content_type !== 'image/png'
  const mayHaveSettings = typesWithSettings.test(media.content_type)
  const videos = media.content_type.startsWith('audio/') ? generation.videos_with_audio : []
  const isOnly = images.length === 1 && videos.length === 0
  if (!mayBePng && !mayHaveSettings && isOnly) {
    return (
      <IconButton
        icon={Download}
        label={m.history_download()}
        captioned
        onClick={() => void downloadFile(generation, media)}
      />
    )
  }
  const choices = [
    {
      label: videos.length > 0 ? audioText(media) : originalText(media),
      run: () => downloadFile(generation, media),
    },
    ...videos.map((video) => ({
      label: withAudioText(video),
      run: () => downloadFile(generation, video),
    })),
    ...(mayHaveSettings && embedsSettings()
      ? [
          {
            label: m.viewer_download_without_settings(),
            run: () => downloadFile(generation, media, { settings: false }),
          },
        ]
      : []),
    ...(mayBePng
      ? [
          {
            label: m.viewer_download_png(),
            run: () => downloadFile(generation, media, { format: 'png' }),
          },
        ]
      : []),
    ...(images.length > 1 && severalFiles
      ? [
          {
            label: severalFiles.choiceText(images.length),
            run: () => download([generation]),
          },
        ]
      : []),
    ...(mayBePng && images.length > 1 && severalFiles
      ? [
          {
            label: severalFiles.pngChoiceText(images.length),
            run: () => download([generation], { format: 'png' }),
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
        <IconButton {...trigger} icon={Download} label={m.history_download()} captioned />
      )}
    >
      {(close) => <PopoverChoices choices={choices} close={close} />}
    </Popover>
  )
}

function withAudioText({ audio, bytes }: MixView): string {
  const size = sizeText(bytes, currentLocale())
  return audio === 'replaced'
    ? m.viewer_download_with_audio({ size })
    : m.viewer_download_mixed({ size })
}

function originalText(media: MediaView): string {
  return m.viewer_download_original(formatAndSize(media))
}

function audioText(media: MediaView): string {
  return m.viewer_download_audio(formatAndSize(media))
}

function formatAndSize({ content_type, bytes }: MediaView) {
  const format = content_type.split(/[/;]/)[1]?.toUpperCase() ?? ''
  return { format, size: sizeText(bytes, currentLocale()) }
}
