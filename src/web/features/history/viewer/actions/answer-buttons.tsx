import { Check, Copy, Download } from 'lucide-react'
import type { GenerationView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { saveText } from '#web/shared/save-file.ts'
import { answerFile, answerText } from '#web/shared/understand/answer-text.ts'
import { useCopied } from '#web/shared/understand/use-copied.ts'
import { IconButton } from '#web/ui/controls/button.tsx'

/** Keeps an answer as a file. */
export function saveAnswer(generation: GenerationView): void {
  const { name, text } = answerFile(generation)
  saveText(text, name)
}

/** What can be kept of an answer: its words, or a file of them. */
export function AnswerButtons({ generation }: { generation: GenerationView }) {
  const { isCopied, copy } = useCopied()
  return (
    <>
      <IconButton
        icon={isCopied ? Check : Copy}
        label={isCopied ? m.stage_copied() : m.understand_copy()}
        onClick={() => void copy(answerText(generation.answer ?? '').text)}
      />
      <IconButton
        icon={Download}
        label={m.history_download()}
        onClick={() => saveAnswer(generation)}
      />
    </>
  )
}
