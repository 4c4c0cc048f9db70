import { RotateCw } from 'lucide-react'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { buttonStyle } from '#web/ui/controls/button-style.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { answerSnippet, answerText } from '../../understand/answer-text.ts'
import { nameOf } from '../../work/name-of.ts'
import type { ItemProps } from '../list/layouts.ts'
import { RemoveButton } from '../remove/remove-button.tsx'
import { snippet } from '../tiles/snippet.ts'
import { reanalysisAddress } from './reanalysis-address.ts'
import { RecordRow } from './record-row.tsx'

/** A question about a picture and how its answer begins. */
export function AnswerRow({ generation, onOpen, selection }: ItemProps) {
  const { answer } = generation
  const credits = generation.credits_charged - generation.credits_refunded
  return (
    <RecordRow
      generation={generation}
      selection={selection}
      title={snippet(nameOf(generation), 100)}
      facts={[m.history_credits({ credits: formatNumber(credits) })]}
      actions={
        <>
          {generation.status === 'completed' && (
            <Button size="small" onClick={onOpen} data-viewer-opener={generation.id} className="ml-2.5">
              {m.history_view_detail()}
            </Button>
          )}
          <Link {...reanalysisAddress(generation)} className={buttonStyle({ size: 'small', variant: 'quiet' })}>
            <RotateCw size={16} aria-hidden />
            {m.history_again_understanding()}
          </Link>
          <RemoveButton generation={generation} small />
        </>
      }
    >
      {answer !== null && (
        <p className="text-small text-quiet wrap-anywhere">
          {answerText(answer).isMock && (
            <span className="mr-2">
              <Badge tone="warn">{m.understand_mock()}</Badge>
            </span>
          )}
          {answerSnippet(answer)}
        </p>
      )}
    </RecordRow>
  )
}
