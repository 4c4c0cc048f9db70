import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { TranscriptFormat } from '#core/generations/rules/transcript.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Download } from '#web/ui/icons/form-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { PopoverChoices } from '#web/ui/overlays/popover-choices.tsx'
import { saveText } from './record-actions/save-file.ts'
import { formatsOf, transcriptFile } from './transcript-file.ts'

const names: Record<TranscriptFormat, () => string> = {
  txt: m.transcript_download_txt,
  srt: m.transcript_download_srt,
  vtt: m.transcript_download_vtt,
}

type TranscriptDownloadProps = {
  generation: GenerationView
  /** As an icon, with its label below it on phones. */
  isIcon?: boolean
}

/** Downloads a transcript as a text, or as subtitles where its times are known. */
export function TranscriptDownload({ generation, isIcon = false }: TranscriptDownloadProps) {
  const choices = formatsOf(generation).map((format) => ({
    label: names[format](),
    run: () => {
      const { name, text } = transcriptFile(generation, format)
      saveText(text, name)
    },
  }))
  return (
    <Popover
      label={m.transcript_download_as()}
      side="above"
      align="start"
      trigger={(trigger) =>
        isIcon ? (
          <IconButton {...trigger} icon={Download} label={m.history_download()} captioned />
        ) : (
          <Button {...trigger} size="small" icon={Download}>
            {m.stage_download()}
          </Button>
        )
      }
    >
      {(close) => <PopoverChoices choices={choices} close={close} />}
    </Popover>
  )
}
