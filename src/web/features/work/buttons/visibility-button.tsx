import { Globe, Lock } from 'lucide-react'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { tightButton, tightLabel } from './tight.ts'

type VisibilityButtonProps = {
  isTight?: boolean
  isPublic: boolean
  onChange: (isPublic: boolean) => Promise<void>
}

/** Who can see it, and the way to change that. */
export function VisibilityButton({ isTight, isPublic, onChange }: VisibilityButtonProps) {
  const label = isPublic ? m.stage_make_private() : m.stage_make_public()
  return (
    <Button
      size="small"
      variant="quiet"
      icon={isPublic ? Globe : Lock}
      aria-label={label}
      data-tip={label}
      className={isTight ? tightButton : ''}
      onClick={() => void onChange(!isPublic)}
    >
      <span className={isTight ? tightLabel : ''}>
        {isPublic ? m.stage_public() : m.stage_private()}
      </span>
    </Button>
  )
}
