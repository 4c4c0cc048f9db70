import { RotateCw } from 'lucide-react'
import type { GenerationView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { SpendButton } from '#web/shared/start/spend-button.tsx'
import { useAnother } from '../viewer/actions/use-another.ts'

/** What failed, started once more as it was; nothing where its model is no longer offered. */
export function TryAgainButton({ generation }: { generation: GenerationView }) {
  const another = useAnother(generation)
  if (!another) return null
  return (
    <SpendButton
      size="small"
      icon={RotateCw}
      busy={another.isUnderWay}
      onClick={another.start}
      className="mr-1 ml-2.5"
    >
      {m.stage_try_again({ credits: another.credits })}
    </SpendButton>
  )
}
