import type { GenerationView } from '#contract/generation.ts'
import { formatDateTime, formatElapsed, formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { clockText } from '#web/ui/media/player/clock.ts'
import { secondsOf } from '../../work/media-kind.ts'

/** How a picture was made and what it cost. */
export function RecordDetails({ generation }: { generation: GenerationView }) {
  const { prompt, negative_prompt } = generation
  const isQuestion = generation.kind === 'image-understanding'
  return (
    <div className="flex flex-col gap-5">
      {prompt && <Passage name={isQuestion ? m.history_question() : m.history_prompt()} text={prompt} />}
      {negative_prompt && <Passage name={m.history_negative_prompt()} text={negative_prompt} />}
      <dl className="flex flex-col gap-2 text-small">
        {factsOf(generation).map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="shrink-0 text-quiet">{name}</dt>
            <dd className="text-right wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Passage({ name, text }: { name: string; text: string }) {
  return (
    <section>
      <h2 className="mb-1 text-small font-medium text-quiet">{name}</h2>
      <p className="text-body whitespace-pre-wrap wrap-anywhere">{text}</p>
    </section>
  )
}

function factsOf(generation: GenerationView): (readonly [string, string])[] {
  const { model_name, width, height, seed, steps, created_at, completed_at } = generation
  const seconds = generation.images[0] && secondsOf(generation.images[0])
  const credits = generation.credits_charged - generation.credits_refunded
  return [
    [m.history_model(), model_name],
    ...(width && height ? [[m.history_size(), `${width} × ${height}`] as const] : []),
    ...(seconds === undefined ? [] : [[m.history_length(), clockText(seconds)] as const]),
    ...(steps === null ? [] : [[m.history_steps(), formatNumber(steps)] as const]),
    ...(seed === null ? [] : [[m.history_seed(), String(seed)] as const]),
    [m.history_made(), formatDateTime(created_at)],
    ...(completed_at === null
      ? []
      : [[m.history_took(), formatElapsed(Date.parse(completed_at) - Date.parse(created_at))] as const]),
    [m.history_cost(), m.history_credits({ credits: formatNumber(credits) })],
    ...(generation.credits_refunded > 0
      ? [[m.history_refund(), m.history_credits({ credits: formatNumber(generation.credits_refunded) })] as const]
      : []),
  ]
}
