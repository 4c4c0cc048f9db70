import { SlidersHorizontal } from 'lucide-react'
import type { GenerationView } from '#contract/generation.ts'
import { Link } from '#web/lib/link.tsx'
import { buttonStyle } from '#web/ui/controls/button.tsx'
import { useAgain } from './again.ts'

/** The way to its form, filled in as it was. */
export function AgainLink({ generation }: { generation: GenerationView }) {
  const { to, query, label } = useAgain(generation)
  return (
    <Link {...{ to, query }} className={buttonStyle({ size: 'small', variant: 'quiet' })}>
      <SlidersHorizontal size={16} aria-hidden />
      {label}
    </Link>
  )
}
