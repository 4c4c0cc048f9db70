import { Check, Copy, Download, Eraser } from 'lucide-react'
import type { GenerationView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { saveText } from '#web/shared/save-file.ts'
import { answerFile, answerText } from '#web/shared/understand/answer-text.ts'
import { useCopied } from '#web/shared/understand/use-copied.ts'
import { Button } from '#web/ui/controls/button.tsx'

type AnswerActionsProps = {
  generation: GenerationView
  /** Absent where there is no form beside it. */
  onNew?: () => void
}

/** What can be done with an answer: copy it, keep it as a file, begin anew. */
export function AnswerActions({ generation, onNew }: AnswerActionsProps) {
  const { isCopied, copy } = useCopied()
  const save = () => {
    const { name, text } = answerFile(generation)
    saveText(text, name)
  }
  return (
    <>
      <Button
        size="small"
        icon={isCopied ? Check : Copy}
        onClick={() => void copy(answerText(generation.answer ?? '').text)}
      >
        {isCopied ? m.stage_copied() : m.understand_copy()}
      </Button>
      <Button size="small" variant="quiet" icon={Download} onClick={save}>
        {m.stage_download()}
      </Button>
      {onNew && (
        <Button size="small" variant="quiet" icon={Eraser} onClick={onNew}>
          {m.understand_new()}
        </Button>
      )}
    </>
  )
}
