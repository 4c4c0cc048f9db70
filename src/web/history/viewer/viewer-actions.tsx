import type { ComponentType } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { kindFacts } from '#core/models/rules/kinds.ts'
import { isOpen } from '#web/lib/jobs/generations.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { answerFile, answerText, answerWords } from '#web/shared/answer-text.ts'
import { featureParts } from '#web/shared/feature-parts.tsx'
import { PublishActions } from '#web/shared/record-actions/publish-actions.ts'
import { ResultActions } from '#web/shared/record-actions/result-actions.ts'
import {
  tightButton,
  tightLabel,
  UseMenu,
  VisibilityButton,
} from '#web/shared/record-actions/result-buttons.tsx'
import { saveText } from '#web/shared/record-actions/save-file.ts'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { useGenerationActions } from '#web/shared/record-actions/use-generation-actions.ts'
import { SpendButton } from '#web/shared/start/spend-button.tsx'
import { VariationsButton } from '#web/shared/start/variations-button.tsx'
import { TranscriptDownload } from '#web/shared/transcript-download.tsx'
import { transcriptFile } from '#web/shared/transcript-file.ts'
import { useCopied } from '#web/shared/use-copied.ts'
import { buttonStyle, captionedButton, IconButton } from '#web/ui/controls/button.tsx'
import { RotateCw } from '#web/ui/icons/basic-icons.ts'
import { Dices, Download } from '#web/ui/icons/form-icons.ts'
import { Tag } from '#web/ui/icons/history-icons.ts'
import { Trash2 } from '#web/ui/icons/media-icons.ts'
import { Check } from '#web/ui/icons/navigation-icons.ts'
import { Columns2, Copy, Heart, SlidersHorizontal } from '#web/ui/icons/stage-icons.ts'
import { useAgain, useAnother } from '../records/again.ts'
import { DownloadMenu } from './download-menu.tsx'
import { isComparable } from './slide-body.tsx'
import type { ViewerSlide } from './viewer-slides.ts'

/** What features know of the shown result, to add actions on it. */
export type ViewerActionProps = Pick<ViewerSlide, 'generation' | 'media'>

const FeatureActions = featureParts(
  import.meta.glob<ComponentType<ViewerActionProps>>('/src/features/*/web/viewer-action.tsx', {
    eager: true,
    import: 'ViewerAction',
  }),
)

/** Further ways to keep it, beside the favourites. */
const KeepActions = featureParts(
  import.meta.glob<ComponentType<ViewerActionProps>>('/src/features/*/web/keep-action.tsx', {
    eager: true,
    import: 'KeepAction',
  }),
)

type ViewerActionsProps = {
  slide: ViewerSlide
  compare: { isOn: boolean; onChange: (isOn: boolean) => void }
  onRemove: () => void
  onTags: () => void
}

/**
 * All actions on the shown result: download it, reuse it, publish or delete it. One line, and on
 * phones a grid with labels.
 */
export function ViewerActions({ slide, compare, onRemove, onTags }: ViewerActionsProps) {
  const { generation } = slide
  const { changeVisibility } = useGenerationActions(generation)
  return (
    <div className="@container/actions">
      <div className="-m-1 grid grid-cols-6 p-1 sm:flex sm:flex-wrap sm:items-center sm:justify-between sm:gap-x-4 sm:gap-y-1 sm:@min-[36rem]/actions:grid sm:@min-[36rem]/actions:grid-cols-[1fr_auto_1fr]">
        <div className={group}>
          <Keep slide={slide} onTags={onTags} />
          {isComparable(slide) && (
            <IconButton
              icon={Columns2}
              label={m.viewer_compare()}
              captioned
              aria-pressed={compare.isOn}
              onClick={() => compare.onChange(!compare.isOn)}
              className="aria-pressed:bg-pressed aria-pressed:text-text"
            />
          )}
        </div>
        <div className={group}>
          <FeatureActions generation={generation} media={slide.media} />
          {generation.removed_at === null && <MakeMore slide={slide} />}
        </div>
        <div className={`${group} ml-auto justify-end`}>
          <PublishActions isTight generation={generation} />
          <VisibilityButton isTight isPublic={generation.is_public} onChange={changeVisibility} />
          {!isOpen(generation) && (
            <IconButton icon={Trash2} label={m.history_delete()} captioned onClick={onRemove} />
          )}
        </div>
      </div>
    </div>
  )
}

/** Its buttons stand in a line, and on phones in the grid of all groups. */
const group = 'contents sm:flex sm:items-center sm:gap-1'

function Keep({
  slide: { generation, media },
  onTags,
}: Pick<ViewerActionsProps, 'slide' | 'onTags'>) {
  const { setFavorite } = useBatchActions(generation.kind)
  const { is_favorite } = generation
  return (
    <>
      <IconButton
        icon={Heart}
        label={m.viewer_favorite()}
        captioned
        aria-pressed={is_favorite}
        aria-keyshortcuts="f"
        onClick={() => void setFavorite(generation, !is_favorite)}
        className={is_favorite ? '!text-accent [&>svg]:fill-current' : ''}
      />
      <IconButton icon={Tag} label={m.viewer_tags()} onClick={onTags} className="max-sm:hidden" />
      <KeepActions generation={generation} media={media} />
      {media && <DownloadMenu generation={generation} media={media} />}
      {generation.answer !== null && <AnswerButtons generation={generation} />}
    </>
  )
}

function MakeMore({ slide: { generation, media } }: Pick<ViewerActionsProps, 'slide'>) {
  const another = useAnother(generation)
  const again = useAgain(generation)
  return (
    <>
      <UseMenu generation={generation} media={media} isTight />
      <ResultActions generation={generation} media={media} look="tight" />
      {again && (
        <Link
          to={again.to}
          query={again.query}
          data-tip={again.label}
          className={`${buttonStyle({ variant: 'quiet', size: 'small' })} ${tightButton}`}
        >
          <SlidersHorizontal size={16} aria-hidden />
          <span className={tightLabel}>{again.label}</span>
        </Link>
      )}
      <VariationsButton generation={generation} media={media} isTight />
      {another && (
        <SpendButton
          variant="quiet"
          size="small"
          icon={another.isSeeded ? Dices : RotateCw}
          busy={another.isUnderWay}
          onClick={another.start}
          className={captionedButton}
        >
          <span className={tightLabel}>
            {another.isSeeded
              ? m.viewer_another({ credits: another.credits })
              : m.viewer_once_more({ credits: another.credits })}
          </span>
          <span aria-hidden className="max-sm:hidden @min-[62rem]/actions:hidden">
            {another.credits}
          </span>
        </SpendButton>
      )}
    </>
  )
}

/** Downloads an answer as a file; a transcript as its text. */
export function saveAnswer(generation: GenerationView): void {
  const { name, text } =
    kindFacts[generation.kind].display === 'transcript'
      ? transcriptFile(generation, 'txt')
      : answerFile(generation)
  saveText(text, name)
}

/** The downloads of an answer: its text, or a file with it. */
function AnswerButtons({ generation }: { generation: GenerationView }) {
  const { isCopied, copy } = useCopied()
  const isTranscript = kindFacts[generation.kind].display === 'transcript'
  return (
    <>
      <IconButton
        icon={isCopied ? Check : Copy}
        label={isCopied ? m.stage_copied() : answerWords(generation.kind).copy}
        captioned
        onClick={() => void copy(answerText(generation.answer ?? '').text)}
      />
      {isTranscript ? (
        <TranscriptDownload generation={generation} isIcon />
      ) : (
        <IconButton
          icon={Download}
          label={m.history_download()}
          captioned
          onClick={() => saveAnswer(generation)}
        />
      )}
    </>
  )
}
