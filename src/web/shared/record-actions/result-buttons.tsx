import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { formPath } from '#web/lib/navigation/creator-paths.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Button, caption, captionedButton, IconButton } from '#web/ui/controls/button.tsx'
import { Globe, Lock, WandSparkles } from '#web/ui/icons/basic-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import type { FormAddress } from '../form-address.ts'
import { isImage, isVideo } from '../media.ts'
import { UseEntries } from './use-entries.ts'
import { UseItem } from './use-item.tsx'

type UseMenuProps = {
  /** Whose file it is; an extension of a video starts with its prompt. */
  generation: Pick<GenerationView, 'id' | 'prompt'>
  media: MediaView | undefined
  /** The label is only read by screen readers where there is little room. */
  isTight?: boolean
  /** Shown over the image itself: an icon that names the image by its number. */
  onImage?: boolean
  /** Called before the page of a form opens. */
  onUse?: () => void
}

/** The forms that accept a result of its kind as input, and what features use it for. */
export function UseMenu({ generation, media, isTight, onImage, onUse }: UseMenuProps) {
  const uses = media ? usesOf(media) : []
  if (!media || uses.length === 0) return null
  return (
    <Popover
      label={m.work_use_label()}
      side="above"
      align="start"
      trigger={(trigger) =>
        onImage ? (
          <IconButton
            {...trigger}
            icon={WandSparkles}
            small
            onImage
            label={m.work_use_image({ at: media.position })}
          />
        ) : (
          <Button
            {...trigger}
            size="small"
            variant="quiet"
            icon={WandSparkles}
            className={isTight ? tightButton : ''}
          >
            <span className={isTight ? tightLabel : ''}>{m.work_use()}</span>
          </Button>
        )
      }
    >
      <ul>
        {uses.map(({ label, to, query }) => (
          <li key={to}>
            <Link
              to={to}
              query={query}
              onClick={onUse}
              className="flex min-h-control items-center rounded-control px-3 text-body hover:bg-hover"
            >
              {label}
            </Link>
          </li>
        ))}
        {isVideo(media) && <FrameUses video={media} prompt={generation.prompt} onUse={onUse} />}
        <UseEntries generation={generation} media={media} onUse={onUse} />
      </ul>
    </Popover>
  )
}

type FrameUsesProps = {
  video: MediaView
  prompt: string
  onUse: (() => void) | undefined
}

/** Forms that start from the first or last frame of a video; the frame is uploaded first. */
function FrameUses({ video, prompt, onUse }: FrameUsesProps) {
  const choices = [
    { label: m.work_use_extend(), time: 'last' as const, text: prompt },
    { label: m.work_use_first_frame(), time: 0, text: undefined },
  ]
  const open = async (time: number | 'last', text: string | undefined) => {
    const { openFormWithFrame } = await import('./frame-uses.ts')
    if (await openFormWithFrame('image-to-video', video, time, text)) onUse?.()
  }
  return choices.map(({ label, time, text }) => (
    <UseItem key={label} label={label} onUse={() => void open(time, text)} />
  ))
}

type VisibilityButtonProps = {
  isTight?: boolean
  isPublic: boolean
  onChange: (isPublic: boolean) => Promise<void>
}

/** The visibility, and a button to change it. */
export function VisibilityButton({ isTight, isPublic, onChange }: VisibilityButtonProps) {
  const label = isPublic ? m.stage_make_private() : m.stage_make_public()
  return (
    <Button
      size="small"
      variant="quiet"
      icon={isPublic ? Globe : Lock}
      aria-label={label}
      data-tip={label}
      className={isTight ? tighterButton : ''}
      onClick={() => void onChange(!isPublic)}
    >
      <span className={isTight ? tighterLabel : ''}>
        {isPublic ? m.stage_public() : m.stage_private()}
      </span>
    </Button>
  )
}

type Use = FormAddress & { label: string }

/** Links to the forms that accept a file of its kind, with its address filled in. */
function usesOf(media: MediaView): Use[] {
  const use = (label: string, generationType: string, field: string): Use => ({
    label,
    to: formPath({ generationType }),
    query: { [field]: media.url },
  })
  if (isImage(media)) {
    return [
      use(m.work_use_edit(), 'image-editing', 'image_url'),
      use(m.work_use_image_to_image(), 'image-to-image', 'image_url'),
      use(m.work_use_image_to_video(), 'image-to-video', 'image_url'),
      use(m.work_use_understanding(), 'image-understanding', 'image'),
      use(m.work_use_image_to_3d(), 'image-to-3d', 'image_url'),
    ]
  }
  if (media.content_type.startsWith('audio/')) {
    return [
      use(m.work_use_audio_to_audio(), 'audio-to-audio', 'audio_url'),
      use(m.work_use_speech_to_text(), 'speech-to-text', 'audio_url'),
    ]
  }
  if (!isVideo(media)) return []
  return [
    use(m.work_use_video_to_audio(), 'video-to-audio', 'video_url'),
    use(m.work_use_vace(), 'vace', 'video_url'),
  ]
}

/**
 * A button in a line of many, the container `actions`: an icon alone where there is little room, with
 * its label for screen readers; on phones, where the line is a grid, the label stands below the icon.
 */
export const tightButton = `sm:@max-[62rem]/actions:size-control sm:@max-[62rem]/actions:px-0 ${captionedButton}`
export const tightLabel = `sm:@max-[62rem]/actions:sr-only ${caption}`

/** The same for a button that gives up its label before the others do. */
export const tighterButton = `sm:@max-[76rem]/actions:size-control sm:@max-[76rem]/actions:px-0 ${captionedButton}`
export const tighterLabel = `sm:@max-[76rem]/actions:sr-only ${caption}`
