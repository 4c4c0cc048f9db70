import type { GenerationView } from '#contract/generation.ts'
import { isOpen } from '#web/lib/generations.ts'
import { Link } from '#web/lib/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { useGenerationActions } from '#web/shared/record-actions/use-generation-actions.ts'
import { tightButton, tightLabel, UseMenu, VisibilityButton } from '#web/shared/result-buttons.tsx'
import { saveText } from '#web/shared/save-file.ts'
import { SpendButton } from '#web/shared/start/spend-button.tsx'
import { answerFile, answerText } from '#web/shared/understand/answer-text.ts'
import { useCopied } from '#web/shared/understand/use-copied.ts'
import { buttonStyle, IconButton } from '#web/ui/controls/button.tsx'
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

type ViewerActionsProps = {
  slide: ViewerSlide
  compare: { isOn: boolean; onChange: (isOn: boolean) => void }
  onRemove: () => void
  onTags: () => void
}

/**
 * All actions on the shown result: download it, reuse it, publish or delete it. One line, two where
 * a phone is too narrow for it.
 */
export function ViewerActions({ slide, compare, onRemove, onTags }: ViewerActionsProps) {
  const { generation } = slide
  const { changeVisibility } = useGenerationActions(generation)
  return (
    <div className="-m-1 flex items-center justify-between gap-x-2 p-1 max-md:flex-wrap sm:gap-4 md:grid md:overflow-x-auto md:grid-cols-[1fr_auto_1fr]">
      <div className="flex items-center sm:gap-1">
        <Keep slide={slide} onTags={onTags} />
        {isComparable(slide) && (
          <IconButton
            icon={Columns2}
            label={m.viewer_compare()}
            aria-pressed={compare.isOn}
            onClick={() => compare.onChange(!compare.isOn)}
            className="aria-pressed:bg-pressed aria-pressed:text-text"
          />
        )}
      </div>
      <div className="flex items-center sm:gap-1">
        <MakeMore slide={slide} />
      </div>
      <div className="ml-auto flex items-center justify-end sm:gap-1">
        <VisibilityButton isTight isPublic={generation.is_public} onChange={changeVisibility} />
        {!isOpen(generation) && (
          <IconButton icon={Trash2} label={m.history_delete()} onClick={onRemove} />
        )}
      </div>
    </div>
  )
}

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
        aria-pressed={is_favorite}
        aria-keyshortcuts="f"
        onClick={() => void setFavorite(generation, !is_favorite)}
        className={is_favorite ? '!text-accent [&>svg]:fill-current' : ''}
      />
      <IconButton icon={Tag} label={m.viewer_tags()} onClick={onTags} className="max-sm:hidden" />
      {media && <DownloadMenu generation={generation} media={media} />}
      {generation.answer !== null && <AnswerButtons generation={generation} />}
    </>
  )
}

function MakeMore({ slide: { generation, media } }: Pick<ViewerActionsProps, 'slide'>) {
  const another = useAnother(generation)
  const { to, query, label } = useAgain(generation)
  return (
    <>
      <UseMenu media={media} isTight />
      <Link
        {...{ to, query }}
        data-tip={label}
        className={`${buttonStyle({ variant: 'quiet', size: 'small' })} ${tightButton}`}
      >
        <SlidersHorizontal size={16} aria-hidden />
        <span className={tightLabel}>{label}</span>
      </Link>
      {another && (
        <SpendButton
          variant="quiet"
          size="small"
          icon={another.isSeeded ? Dices : RotateCw}
          busy={another.isUnderWay}
          onClick={another.start}
        >
          <span className={tightLabel}>
            {another.isSeeded
              ? m.viewer_another({ credits: another.credits })
              : m.viewer_once_more({ credits: another.credits })}
          </span>
          <span aria-hidden className="lg:hidden">
            {another.credits}
          </span>
        </SpendButton>
      )}
    </>
  )
}

/** Downloads an answer as a file. */
export function saveAnswer(generation: GenerationView): void {
  const { name, text } = answerFile(generation)
  saveText(text, name)
}

/** The downloads of an answer: its text, or a file with it. */
function AnswerButtons({ generation }: { generation: GenerationView }) {
  const { isCopied, copy } = useCopied()
  return (
    <>
      <IconButton
        icon={isCopied ? Check : Copy}
        label={isCopied ? m.stage_copied() : m.understand_copy()}
        onClick={() => void copy(answerText(generation.answer ?? '').text)}
      />
      <IconButton
        icon={Download}
        label={m.history_download()}
        onClick={() => saveAnswer(generation)}
      />
    </>
  )
}
