import { useQuery } from '@tanstack/react-query'
import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { generationQuery, isOpen } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { answerText, answerWords } from './answer-text.ts'

/**
 * The image a question is about, if any, with the question and its answer: beside each other where its place
 * is wide enough, otherwise below. It fills the nearest positioned element.
 */
export function Answer({ generation }: { generation: GenerationView }) {
  const [image] = generation.inputs
  return (
    <div className="@container absolute inset-0">
      <div className="flex size-full flex-col overflow-y-auto p-4 @min-[34rem]:flex-row @min-[34rem]:gap-8 @min-[34rem]:overflow-hidden lg:p-6">
        {image && <QuestionImage image={image} isRunning={isOpen(generation)} />}
        {generation.answer !== null && (
          <AnswerText generation={generation} answer={generation.answer} isAlone={!image} />
        )}
        {isOpen(generation) && <StatusTrouble id={generation.id} />}
      </div>
    </div>
  )
}

function QuestionImage({ image, isRunning }: { image: MediaView; isRunning: boolean }) {
  return (
    <div
      className={`flex min-h-0 shrink-0 justify-center overflow-hidden @max-[34rem]:max-h-[40%] @min-[34rem]:min-w-0 @min-[34rem]:flex-1 ${isRunning ? 'breathe flex-1 !shrink' : ''}`}
    >
      <img
        src={image.url}
        alt={m.work_source_image()}
        className={`max-h-full max-w-full object-contain ${isRunning ? 'opacity-60 blur-md' : ''}`}
      />
    </div>
  )
}

/** Text for reading: about sixty characters a line, with the question first in a quiet style. */
function AnswerText({
  generation,
  answer,
  isAlone,
}: {
  generation: Pick<GenerationView, 'kind' | 'prompt'>
  answer: string
  /** No image is beside it. */
  isAlone: boolean
}) {
  const { text, isMock } = answerText(answer)
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      aria-label={answerWords(generation.kind).place}
      className={`fade-in min-h-0 @max-[34rem]:pt-5 @min-[34rem]:my-auto @min-[34rem]:max-h-full @min-[34rem]:overflow-y-auto ${isAlone ? 'mx-auto w-full max-w-[34rem]' : '@min-[34rem]:w-[clamp(17rem,40%,34rem)]'}`}
    >
      <h2 className="text-body text-quiet wrap-anywhere whitespace-pre-wrap">
        {generation.prompt}
      </h2>
      <p className="mt-3 text-prompt leading-[1.65] wrap-anywhere whitespace-pre-wrap text-text">
        {text || m.understand_no_answer()}
      </p>
      {isMock && (
        <p className="mt-4 flex items-center gap-2 text-small text-quiet">
          <Badge tone="warn">{m.understand_mock()}</Badge>
          {m.understand_mock_why()}
        </p>
      )}
    </section>
  )
}

/**
 * Polling the status has failed and is not repeated automatically; the job continues
 * (docs/spec/creation.md#life-of-a-generation).
 */
function StatusTrouble({ id }: { id: string }) {
  const status = useQuery({ ...generationQuery(id), enabled: false })
  if (!status.isError) return null
  return (
    <div
      role="alert"
      className="absolute inset-x-0 bottom-4 z-10 mx-auto flex w-fit items-center gap-3 rounded-panel border border-line bg-stage py-2 pr-2 pl-4"
    >
      <p className="text-bad">{m.understand_status_error()}</p>
      <Button size="small" busy={status.isFetching} onClick={() => void status.refetch()}>
        {m.understand_ask_again()}
      </Button>
    </div>
  )
}
