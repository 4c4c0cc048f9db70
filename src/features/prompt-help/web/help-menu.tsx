import { useMemo } from 'react'
import { listModels } from '#core/models/rules/catalogue.ts'
import type { PromptToolProps } from '#web/create/form/prompt-tools.ts'
import { usePrices } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { formatPrice } from '#web/shared/format-price.ts'
import { reportProblems } from '#web/shared/start/report-problems.ts'
import { SpendButton } from '#web/shared/start/spend-button.tsx'
import { useStart } from '#web/shared/start/use-start.ts'
import { ArrowUpRight } from '#web/ui/icons/form-icons.ts'
import { chooseHelp, type HelpChoice, type HelpTask } from '../rules.ts'
import type { HelpRun } from './help-dialog.tsx'

type HelpMenuProps = Pick<PromptToolProps, 'model' | 'values' | 'value'> & {
  onStarted: (run: HelpRun) => void
}

/** What can be done with the prompt, each with its price. */
export function HelpMenu({ model, values, value, onStarted }: HelpMenuProps) {
  const prices = usePrices()
  const image = imageIn({ model, values })
  const choices = useMemo(
    () => chooseHelp(listModels(), { kind: model.kind, prompt: value, image }, prices),
    [model.kind, value, image, prices],
  )
  const { run, isUnderWay } = useHelp(value, onStarted)
  return (
    <>
      {value.trim() === '' && (
        <p className="px-3 py-2 text-body text-quiet">{m.prompt_help_write_first()}</p>
      )}
      <ul aria-label={m.prompt_help_title()}>
        {choices.map((choice) => (
          <li key={choice.task}>
            <HelpButton choice={choice} isBusy={isUnderWay} onPress={() => run(choice)} />
          </li>
        ))}
      </ul>
      {image === undefined && (
        <a
          href="/creator/text?task=describe"
          className="flex min-h-control items-center justify-between gap-4 rounded-control px-3 text-body hover:bg-hover"
        >
          {m.prompt_help_describe_other()}
          <ArrowUpRight size={16} aria-hidden />
        </a>
      )}
    </>
  )
}

type HelpButtonProps = { choice: HelpChoice; isBusy: boolean; onPress: () => void }

function HelpButton({ choice: { task, model, price }, isBusy, onPress }: HelpButtonProps) {
  return (
    <SpendButton
      variant="quiet"
      aria-disabled={isBusy || undefined}
      onClick={() => !isBusy && onPress()}
      className="min-h-control w-full !justify-between gap-4 px-3 py-1.5 text-left whitespace-normal"
    >
      <span className="min-w-0">
        <span className="block text-body text-text">{taskNames[task]()}</span>{' '}
        <span className="block truncate text-small font-normal text-quiet">{model.name}</span>
      </span>{' '}
      <span className="shrink-0 text-small font-normal whitespace-nowrap">
        {m.stage_credits({ count: price.credits, amount: formatPrice(price) })}
      </span>
    </SpendButton>
  )
}

/** The name of each task, in the reader's language. */
const taskNames: Readonly<Record<HelpTask, () => string>> = {
  improve: m.prompt_help_improve,
  'translate-en': m.prompt_help_english,
  'translate-zh': m.prompt_help_chinese,
  describe: m.prompt_help_describe,
  shots: m.prompt_help_shots,
}

/** Starts a task; its text is private. */
function useHelp(before: string, onStarted: (run: HelpRun) => void) {
  const { start, isUnderWay } = useStart({
    onProblems: (problems) => void reportProblems(problems, m.prompt_help_not_started()),
    onSignInNeeded: () => undefined,
    onStarted: () => undefined,
  })
  const run = async ({ task, model, values }: HelpChoice) => {
    const started = await start({ model, values, isPublic: false })
    if (started) onStarted({ task, before, id: started.id })
  }
  return { run: (choice: HelpChoice) => void run(choice), isUnderWay }
}

/** The first image of the form that has an address. */
function imageIn({ model, values }: Pick<PromptToolProps, 'model' | 'values'>): string | undefined {
  const named = Object.entries(model.fields).flatMap(([name, { control }]) => {
    if (control.kind !== 'file' && control.kind !== 'files') return []
    return control.accept === 'image' && !('maskOf' in control && control.maskOf)
      ? [values[name]].flat()
      : []
  })
  return named.find((one): one is string => typeof one === 'string' && one !== '')
}
