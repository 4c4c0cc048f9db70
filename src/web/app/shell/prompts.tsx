import { lazy, Suspense } from 'react'
import { usePrompt } from '#web/lib/prompts/prompts.ts'

const SignInDialog = lazy(async () => ({
  default: (await import('#web/features/sign-in/sign-in-dialog.tsx')).SignInDialog,
}))
const UpgradeDialog = lazy(async () => ({
  default: (await import('#web/features/upgrade/upgrade-dialog.tsx')).UpgradeDialog,
}))

/** The modals any page may ask for. Their code arrives with the first question. */
export function Prompts() {
  const prompt = usePrompt()
  return (
    <Suspense>
      {prompt?.kind === 'sign-in' && <SignInDialog prompt={prompt} />}
      {prompt?.kind === 'upgrade' && <UpgradeDialog prompt={prompt} />}
    </Suspense>
  )
}
