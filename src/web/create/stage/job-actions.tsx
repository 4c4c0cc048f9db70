import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { type Kind, kindFacts } from '#core/models/rules/kinds.ts'
import { m } from '#web/messages/compiled/messages.js'
import { answerFile, answerText, answerWords } from '#web/shared/answer-text.ts'
import { isImage, isVideo } from '#web/shared/media.ts'
import { PublishActions } from '#web/shared/record-actions/publish-actions.ts'
import { ResultActions } from '#web/shared/record-actions/result-actions.ts'
import { UseMenu, VisibilityButton } from '#web/shared/record-actions/result-buttons.tsx'
import { saveText } from '#web/shared/record-actions/save-file.ts'
import type { GenerationActions } from '#web/shared/record-actions/use-generation-actions.ts'
import { SpendButton } from '#web/shared/start/spend-button.tsx'
import { VariationsButton } from '#web/shared/start/variations-button.tsx'
import { TranscriptDownload } from '#web/shared/transcript-download.tsx'
import { useCopied } from '#web/shared/use-copied.ts'
import { ActionRow } from '#web/ui/controls/action-row.tsx'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { RotateCw } from '#web/ui/icons/basic-icons.ts'
import { Dices, Download } from '#web/ui/icons/form-icons.ts'
import { Eraser, Maximize } from '#web/ui/icons/media-icons.ts'
import { Check } from '#web/ui/icons/navigation-icons.ts'
import { Columns2, Copy, SlidersHorizontal } from '#web/ui/icons/stage-icons.ts'

type JobActionsProps = {
  generation: GenerationView
  actions: GenerationActions
  onFullScreen: () => void
  /** Puts what a tool has started on the stage. */
  onAdd: (generation: GenerationView) => void
  /** Starts over with an empty form. */
  onNew: () => void
  compare: { isOn: boolean; onChange: (isOn: boolean) => void }
  /** The result that is compared with the original. */
  chosen: MediaView | undefined
  /** Absent when its model is no longer offered. */
  again: { price: string; isSeeded: boolean; onStart: () => void; onReuse: () => void } | undefined
}

/** The actions on a finished generation, in one row. */
export function JobActions({
  generation,
  actions,
  onFullScreen,
  onAdd,
  onNew,
  compare,
  chosen,
  again,
}: JobActionsProps) {
  const { images, inputs, kind, answer } = generation
  const isComparable = kind === 'image-editing' && inputs.some(isImage) && images.length > 0
  // Of several side by side, each has its own actions on itself.
  const subject =
    images.length === 1 ? images[0] : isComparable && compare.isOn ? chosen : undefined
  return (
    <ActionRow more={m.stage_more()} less={m.stage_less()} className="2xl:flex-1 2xl:justify-end">
      {answer !== null && isTranscript(kind) && <TranscriptDownload generation={generation} />}
      {answer !== null && <AnswerActions generation={generation} onNew={onNew} />}
      {images.length > 0 && (
        <Button size="small" icon={Download} onClick={() => void actions.download(images)}>
          {images.length > 1 ? m.stage_download_all() : m.stage_download()}
        </Button>
      )}
      <UseMenu generation={generation} media={subject} />
      <ResultActions generation={generation} media={subject} look="labelled" onStarted={onAdd} />
      {isComparable && (
        <Button
          size="small"
          variant="quiet"
          icon={Columns2}
          aria-pressed={compare.isOn}
          onClick={() => compare.onChange(!compare.isOn)}
          className="aria-pressed:bg-pressed aria-pressed:text-text"
        >
          {m.work_compare()}
        </Button>
      )}
      <VariationsButton generation={generation} media={chosen ?? images[0]} />
      {again && <AgainButton {...again} />}
      <PublishActions generation={generation} />
      {again && (
        <Button size="small" variant="quiet" icon={SlidersHorizontal} onClick={again.onReuse}>
          {m.stage_reuse()}
        </Button>
      )}
      <VisibilityButton isPublic={generation.is_public} onChange={actions.changeVisibility} />
      {generation.prompt && (
        <IconButton
          small
          icon={Copy}
          label={m.stage_copy_prompt()}
          onClick={() => void actions.copyPrompt()}
        />
      )}
      {images.some((image) => isImage(image) || isVideo(image)) && (
        <IconButton small icon={Maximize} label={m.stage_full_screen()} onClick={onFullScreen} />
      )}
    </ActionRow>
  )
}

function AgainButton({ price, isSeeded, onStart }: NonNullable<JobActionsProps['again']>) {
  return (
    <SpendButton size="small" variant="quiet" icon={isSeeded ? Dices : RotateCw} onClick={onStart}>
      {isSeeded ? m.stage_another({ credits: price }) : m.work_again({ credits: price })}
    </SpendButton>
  )
}

const isTranscript = (kind: Kind) => kindFacts[kind].display === 'transcript'

type AnswerActionsProps = {
  generation: GenerationView
  /** Absent where there is no form beside it. */
  onNew?: () => void
}

/** The actions on an answer: copy it, save it as a file, ask something new. */
function AnswerActions({ generation, onNew }: AnswerActionsProps) {
  const { isCopied, copy } = useCopied()
  const words = answerWords(generation.kind)
  const save = () => {
    const { name, text } = answerFile(generation)
    saveText(text, name)
  }
  return (
    <>
      <Button
        size="small"
        icon={isCopied ? Check : Copy}
        onClick={() => void copy(answerText(generation.answer ?? '').text)}
      >
        {isCopied ? m.stage_copied() : words.copy}
      </Button>
      {!isTranscript(generation.kind) && (
        <Button size="small" variant="quiet" icon={Download} onClick={save}>
          {m.stage_download()}
        </Button>
      )}
      {onNew && (
        <Button size="small" variant="quiet" icon={Eraser} onClick={onNew}>
          {words.another}
        </Button>
      )}
    </>
  )
}
