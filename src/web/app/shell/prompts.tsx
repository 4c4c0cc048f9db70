import { Suspense, useEffect } from 'react'
import { closePrompt, usePrompt } from '#web/lib/prompts.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { lazyPart } from '#web/shared/lazy-part.tsx'

const asDialog = () => ({ isOpen: true, onClose: closePrompt })
const SignInDialog = lazyPart(
  async () => (await import('#web/features/sign-in/sign-in-dialog.tsx')).SignInDialog,
  asDialog,
)
const UpgradeDialog = lazyPart(
  async () => (await import('#web/features/pricing/upgrade-dialog.tsx')).UpgradeDialog,
  asDialog,
)
const AccountChangedDialog = lazyPart(
  async () =>
    (await import('#web/features/sign-in/account-changed-dialog.tsx')).AccountChangedDialog,
  asDialog,
)

/**
 * The modals any page may ask for. Their code arrives when the page is idle, or with the first
 * question.
 */
export function Prompts() {
  const prompt = usePrompt()
  useEffect(() => {
    whenIdle(() => {
      for (const part of [SignInDialog, UpgradeDialog, AccountChangedDialog]) void part.preload()
    })
  }, [])
  return (
    <Suspense>
      {prompt?.kind === 'sign-in' && <SignInDialog prompt={prompt} />}
      {prompt?.kind === 'upgrade' && <UpgradeDialog prompt={prompt} />}
      {prompt?.kind === 'account-changed' && <AccountChangedDialog prompt={prompt} />}
    </Suspense>
  )
}
