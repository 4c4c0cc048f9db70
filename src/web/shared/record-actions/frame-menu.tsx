import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Camera } from '#web/ui/icons/media-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { PopoverChoices } from '#web/ui/overlays/popover-choices.tsx'
import { type FrameForm, openFormWithFrame, saveFrame } from './frame-uses.ts'

type FrameMenuProps = {
  generation: GenerationView
  video: MediaView
  /** The time of the shown frame, in seconds; pauses the video. */
  readTime: () => number
}

/** What can be done with the shown frame of a video: save it, or use it in a form. */
export function FrameMenu({ generation, video, readTime }: FrameMenuProps) {
  const use = (form: FrameForm) => () => void openFormWithFrame(form, video, readTime())
  const choices = [
    {
      label: m.frame_save(),
      run: () => void saveFrame(generation, video, readTime()),
    },
    { label: m.frame_edit(), run: use('image-editing') },
    { label: m.frame_to_video(), run: use('image-to-video') },
  ]
  return (
    <Popover
      label={m.frame_actions()}
      side="above"
      trigger={(trigger) => (
        <IconButton {...trigger} small icon={Camera} label={m.frame_actions()} />
      )}
    >
      {(close) => <PopoverChoices choices={choices} close={close} />}
    </Popover>
  )
}
