import { useQuery } from '@tanstack/react-query'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { errorText } from '#web/lib/error-text.ts'
import { generationQuery, isOpen } from '#web/lib/jobs/generations.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import { answerText } from '#web/shared/answer-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { type HelpTask, shotsOf } from '../rules.ts'
import { compareTexts } from './compare-texts.ts'

/** A task that was started: the prompt at its start, and the id of its generation. */
export type HelpRun = { task: HelpTask; before: string; id: string }

type HelpDialogProps = { run: HelpRun; onUse: (text: string) => void; onClose: () => void }

/**
 * What a task made of the prompt, as a difference. The prompt changes only by a press, which can be
 * undone. A closed dialog stops nothing: the text is in the history.
 */
export function HelpDialog({ run, onUse, onClose }: HelpDialogProps) {
  const { data: generation, error } = useQuery(generationQuery(run.id))
  const { text, isMock } = answerText(generation?.answer ?? '')
  const use = (chosen: string) => {
    onUse(chosen)
    onClose()
    toast(m.prompts_replaced(), {
      action: { label: m.work_undo(), onAction: () => onUse(run.before) },
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.prompt_help_title()}
      closeLabel={m.app_close()}
      footer={
        <>
          <Button onClick={onClose}>{m.prompt_help_keep()}</Button>
          <Button
            variant="primary"
            disabled={text === ''}
            onClick={() => use(run.task === 'shots' ? shotsOf(text).join('\n') : text)}
          >
            {run.task === 'shots' ? m.prompt_help_use_all() : m.prompt_help_use()}
          </Button>
        </>
      }
    >
      <div aria-live="polite" className="flex flex-col gap-4">
        {error && <Notice tone="bad">{errorText(error)}</Notice>}
        {!error && (!generation || isOpen(generation)) && (
          <p className="text-body text-quiet">{m.prompt_help_waiting()}</p>
        )}
        {generation?.status === 'failed' && <Failure generation={generation} />}
        {generation && !isOpen(generation) && generation.status !== 'failed' && text === '' && (
          <p className="text-body text-quiet">{m.understand_no_answer()}</p>
        )}
        {text !== '' && <Made run={run} text={text} onUse={use} />}
        {isMock && (
          <p className="flex items-center gap-2 text-small text-quiet">
            <Badge tone="warn">{m.understand_mock()}</Badge>
            {m.understand_mock_why()}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function Failure({ generation }: { generation: GenerationView }) {
  return (
    <Notice tone="bad">
      {generation.error_message || m.history_no_text()} {m.prompt_help_kept()}
    </Notice>
  )
}

type MadeProps = { run: HelpRun; text: string; onUse: (text: string) => void }

function Made({ run: { task, before }, text, onUse }: MadeProps) {
  if (task === 'shots') return <Shots shots={shotsOf(text)} onUse={onUse} />
  if (task === 'improve') return <Difference before={before} after={text} />
  return <p className="text-body whitespace-pre-wrap wrap-anywhere">{text}</p>
}

/** The new text with the words that are new, and those that are gone. */
function Difference({ before, after }: { before: string; after: string }) {
  const pieces = compareTexts(before, after, currentLocale())
  return (
    <p className="text-body whitespace-pre-wrap wrap-anywhere">
      {pieces.map(({ text, change }, at) => {
        const key = `${at}`
        if (change === 'added')
          return (
            <ins key={key} className="rounded-sm bg-pressed text-text no-underline">
              {text}
            </ins>
          )
        if (change === 'removed')
          return (
            <del key={key} className="text-quiet">
              {text}
            </del>
          )
        return <span key={key}>{text}</span>
      })}
    </p>
  )
}

function Shots({ shots, onUse }: { shots: readonly string[]; onUse: (text: string) => void }) {
  const numbered = shots.map((shot, index) => ({ shot, at: index + 1 }))
  return (
    <ol className="flex flex-col gap-3">
      {numbered.map(({ shot, at }) => (
        <li key={at} className="flex items-start justify-between gap-3">
          <span className="min-w-0 text-body wrap-anywhere">{shot}</span>
          <Button
            size="small"
            onClick={() => onUse(shot)}
            aria-label={m.prompt_help_use_shot({ at })}
          >
            {m.prompt_help_use()}
          </Button>
        </li>
      ))}
    </ol>
  )
}
