import type { Accept } from '#core/models/rules/fields.ts'
import { formatBytes } from '#web/lib/format.ts'
import { askToSignIn } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button, buttonStyle, IconButton } from '#web/ui/controls/button.tsx'
import { ProgressBar } from '#web/ui/feedback/badge-and-progress.tsx'
import { FileChooser } from '#web/ui/files/file-chooser.tsx'
import { CircleAlert, RotateCw, X } from '#web/ui/icons/basic-icons.ts'
import { LogIn } from '#web/ui/icons/form-icons.ts'
import { fileChooserTypes } from '../uploads/accept.ts'
import { removeUpload, retryUpload, type Upload } from '../uploads/upload-store.ts'
import { Preview } from './slot-body.tsx'
import { failureText, progressText } from './slot-texts.ts'

type SlotUploadProps = {
  upload: Upload
  /** The field's name for people. */
  name: string
  accept: Accept
  onPick: (files: File[]) => void
}

/** An upload in progress: a preview, its progress, or why it failed and what can be done. */
export function SlotUpload({ upload, name, accept, onPick }: SlotUploadProps) {
  const { id, file, preview, state } = upload
  return (
    <div>
      <div className="relative min-h-24 w-fit min-w-full overflow-hidden">
        <div className={state === 'failed' ? 'opacity-40' : 'opacity-70'}>
          <Preview
            sources={[preview]}
            isVideo={file.type.startsWith('video/')}
            name={name}
            otherwise={<div className="min-h-24 rounded-control border border-line bg-ground" />}
          />
        </div>
        {state === 'running' && (
          <IconButton
            icon={X}
            label={m.inputs_cancel({ field: name })}
            small
            onImage
            onClick={() => removeUpload(id)}
            className="absolute top-2 right-2"
          />
        )}
      </div>
      <p className="mt-1.5 truncate text-small text-quiet">
        {file.name} · {formatBytes(file.size)}
      </p>
      {state === 'running' ? (
        <Progress upload={upload} />
      ) : (
        <Failure upload={upload} accept={accept} onPick={onPick} />
      )}
    </div>
  )
}

function Progress({ upload }: { upload: Upload }) {
  return (
    <div className="mt-1 flex flex-col gap-1.5">
      <p className="text-small tabular-nums">{progressText(upload)}</p>
      <ProgressBar percent={upload.percent} label={m.inputs_progress({ file: upload.file.name })} />
    </div>
  )
}

function Failure({ upload, accept, onPick }: Omit<SlotUploadProps, 'name'>) {
  const { id, failure = { reason: 'line' } } = upload
  const isSignedOut = failure.reason === 'signed-out'
  // The server would reject the same file again.
  const isRejected = [400, 413, 415].includes(failure.status ?? 0)
  return (
    <div role="alert" className="mt-1">
      <p className="flex gap-1.5 text-small">
        <CircleAlert
          size={14}
          aria-hidden
          className={`mt-0.5 shrink-0 ${isSignedOut ? 'text-warn' : 'text-bad'}`}
        />
        <span>
          {failureText(upload, failure)}{' '}
          {!isSignedOut && !isRejected && (
            <span className="text-quiet">{m.inputs_failed_kept()}</span>
          )}
        </span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {isSignedOut && (
          <Button
            size="small"
            icon={LogIn}
            onClick={() => askToSignIn({ description: m.inputs_sign_in_why() })}
          >
            {m.inputs_sign_in()}
          </Button>
        )}
        {isRejected ? (
          <FileChooser
            accept={fileChooserTypes(accept)}
            onPick={onPick}
            className={buttonStyle({ size: 'small' })}
          >
            {m.inputs_choose_another()}
          </FileChooser>
        ) : (
          <Button
            size="small"
            variant={isSignedOut ? 'quiet' : 'plain'}
            icon={RotateCw}
            onClick={() => retryUpload(id)}
          >
            {m.inputs_retry()}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => removeUpload(id)}>
          {m.inputs_discard()}
        </Button>
      </div>
    </div>
  )
}
