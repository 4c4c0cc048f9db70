import { RotateCw, X } from 'lucide-react'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { Picture } from '#web/ui/files/picture.tsx'
import { tray, type Upload } from '../tray/tray.ts'

/**
 * A picture on its way into the list, with its own progress. Why one did not arrive stands below
 * the list.
 */
export function UploadTile({ upload }: { upload: Upload }) {
  const { id, file, preview, state, percent } = upload
  const isRunning = state === 'running'
  return (
    <li className="relative flex aspect-square items-center justify-center bg-stage">
      <Picture
        sources={[preview]}
        alt=""
        otherwise={
          <span className="px-2 text-center text-small wrap-anywhere text-quiet">{file.name}</span>
        }
        className={`size-full object-contain ${isRunning ? 'opacity-60' : 'opacity-30'}`}
      />
      {isRunning ? (
        <div className="scheme-dark absolute inset-x-0 bottom-0 flex flex-col gap-1 bg-ground/80 px-2 py-1.5 text-text">
          <span aria-hidden className="text-small tabular-nums">
            {percent} %
          </span>
          <ProgressBar percent={percent} label={m.inputs_progress({ file: file.name })} />
        </div>
      ) : (
        <IconButton
          icon={RotateCw}
          label={m.inputs_item_retry({ file: file.name })}
          onPicture
          onClick={() => tray.retry(id)}
          className="absolute"
        />
      )}
      <IconButton
        icon={X}
        label={
          isRunning
            ? m.inputs_item_cancel({ file: file.name })
            : m.inputs_item_discard({ file: file.name })
        }
        small
        onPicture
        onClick={() => tray.remove(id)}
        className="absolute top-1 right-1"
      />
    </li>
  )
}
