import { Check, Copy } from 'lucide-react'
import { m } from '#web/messages/compiled/messages.js'
import { generationTitle } from '#web/shared/record-links.ts'
import { answerSnippet, answerText } from '#web/shared/understand/answer-text.ts'
import { useCopied } from '#web/shared/understand/use-copied.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { AgainLink } from '../actions/again-link.tsx'
import type { ItemProps } from '../list/layouts.ts'
import { snippet } from '../tiles/snippet.ts'
import { answerFacts } from '../words/facts.ts'
import { RecordRow } from './record-row.tsx'

/** A question about a picture and how its answer begins. */
export function AnswerRow(props: ItemProps) {
  const { generation, onOpen } = props
  const { answer, status, inputs } = generation
  return (
    <RecordRow
      {...props}
      title={snippet(generationTitle(generation), 100)}
      source={{ of: [inputs[0]] }}
      facts={answerFacts(generation)}
      actions={
        <>
          {status === 'completed' && (
            <Button size="small" onClick={onOpen} className="mr-1 ml-2.5">
              {m.history_view_detail()}
            </Button>
          )}
          <AgainLink generation={generation} />
          {answer !== null && <CopyAnswer answer={answer} />}
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

function CopyAnswer({ answer }: { answer: string }) {
  const { isCopied, copy } = useCopied()
  return (
    <Button
      size="small"
      variant="quiet"
      icon={isCopied ? Check : Copy}
      onClick={() => void copy(answerText(answer).text)}
    >
      {isCopied ? m.stage_copied() : m.understand_copy()}
    </Button>
  )
}
