import { localizedPath } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { MethodButtons } from './method-buttons.tsx'
import { useSignIn } from './use-sign-in.ts'

/** Signs in, with further `parameters`, and then goes to the start page. */
export function SignInButtons({ parameters = {} }: { parameters?: Record<string, string> }) {
  const { leavingFor, isOffline, leave } = useSignIn()
  const to = { return_to: localizedPath('/'), ...parameters }
  return (
    <div className="flex w-full flex-col gap-4">
      {isOffline && (
        <Notice tone="bad" announce="now">
          {m.sign_in_offline()}
        </Notice>
      )}
      <MethodButtons busy={leavingFor} onChoose={(method) => leave(() => ({ method, ...to }))} />
    </div>
  )
}
