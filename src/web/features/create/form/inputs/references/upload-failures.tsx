import { CircleAlert } from 'lucide-react'
import { askToSignIn } from '#web/lib/prompts/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { failureText } from '../texts/slot-texts.ts'
import type { Upload } from '../tray/tray.ts'

/** Why pictures of a list did not arrive: each reason once. */
export function UploadFailures({ uploads }: { uploads: readonly Upload[] }) {
  const failed = uploads.flatMap((upload) =>
    upload.failure ? [{ upload, failure: upload.failure }] : [],
  )
  const isSignedOut = failed.some(({ failure }) => failure.reason === 'signed-out')
  const texts = [...new Set(failed.map(({ upload, failure }) => failureText(upload, failure)))]
  return (
    <div role="alert">
      {texts.map((text) => (
        <p key={text} className="mt-2 flex gap-1.5 text-small wrap-anywhere">
          <CircleAlert size={14} aria-hidden className="mt-0.5 shrink-0 text-bad" />
          {text}
        </p>
      ))}
      {isSignedOut && (
        <Button
          size="small"
          className="mt-2"
          onClick={() => askToSignIn({ description: m.inputs_sign_in_why() })}
        >
          {m.inputs_sign_in()}
        </Button>
      )}
    </div>
  )
}
