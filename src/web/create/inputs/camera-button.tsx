import type { Accept } from '#core/models/rules/fields.ts'
import { m } from '#web/messages/compiled/messages.js'
import { buttonStyle } from '#web/ui/controls/button.tsx'
import { FileChooser } from '#web/ui/files/file-chooser.tsx'
import { Camera } from '#web/ui/icons/form-icons.ts'

/** What the camera of a phone makes for a field; `null`: nothing. */
const cameras: Record<Accept, { accept: string; text: () => string } | null> = {
  image: { accept: 'image/*', text: m.inputs_take_photo },
  video: { accept: 'video/*', text: m.inputs_record_video },
  'video-or-gif': { accept: 'video/*', text: m.inputs_record_video },
  audio: null,
}

type CameraButtonProps = { accept: Accept; onPick: (files: File[]) => void; className?: string }

/** Takes a photo or records a video for a field, beside its files: on devices without a mouse. */
export function CameraButton({ accept, onPick, className }: CameraButtonProps) {
  const camera = cameras[accept]
  if (!camera) return null
  return (
    <FileChooser
      accept={camera.accept}
      fromCamera
      onPick={onPick}
      className={`${buttonStyle({ variant: 'quiet', size: 'small' })} !overflow-visible pointer-fine:hidden ${className ?? ''}`}
    >
      <Camera size={16} aria-hidden className="shrink-0" />
      {camera.text()}
    </FileChooser>
  )
}
