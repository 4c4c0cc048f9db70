import { useQuery } from '@tanstack/react-query'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { modelOf } from '#core/models/rules/catalogue.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { accountQuery } from '#web/lib/account.ts'
import { errorText } from '#web/lib/error-text.ts'
import { noFilters } from '#web/lib/history/address.ts'
import { historyQuery } from '#web/lib/history/history-query.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { History } from '#web/ui/icons/form-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'

/** How many of the newest records are read for prompts, and how many prompts are listed. */
const [readRecords, maxPrompts] = [50, 15]

type RecentPromptsProps = { kind: Kind; value: string; onChoose: (text: string) => void }

/** The account's last prompts of a kind, behind a small button; one press inserts one. */
export function RecentPrompts({ kind, value, onChoose }: RecentPromptsProps) {
  const { data: account } = useQuery(accountQuery)
  if (!account) return null
  const choose = (prompt: string) => {
    onChoose(prompt)
    if (value.trim() === '' || value === prompt) return
    toast(m.prompts_replaced(), {
      action: { label: m.work_undo(), onAction: () => onChoose(value) },
    })
  }
  return (
    <Popover
      label={m.prompts_recent()}
      trigger={(trigger) => (
        <Button {...trigger} variant="quiet" size="small" icon={History} className="-my-1">
          {m.prompts_recent()}
        </Button>
      )}
    >
      {(close) => (
        <PromptList
          kind={kind}
          onChoose={(prompt) => {
            choose(prompt)
            close()
          }}
        />
      )}
    </Popover>
  )
}

type PromptListProps = Pick<RecentPromptsProps, 'kind' | 'onChoose'>

function PromptList({ kind, onChoose }: PromptListProps) {
  const query = historyQuery(kind, noFilters, { page: 1, pageSize: readRecords })
  const { data: found, error } = useQuery(query)
  const line = 'w-[min(20.5rem,calc(100vw-2.5rem))] px-3 py-2'
  if (error) return <p className={`${line} text-bad`}>{errorText(error)}</p>
  if (!found) return <p className={`${line} text-quiet`}>{m.create_prompts_loading()}</p>
  const prompts = promptsOf(found.data.map(({ generation }) => generation))
  if (prompts.length === 0) return <p className={`${line} text-quiet`}>{m.prompts_none()}</p>
  return (
    <ul
      aria-label={m.prompts_recent()}
      className="max-h-[50dvh] w-[min(20.5rem,calc(100vw-2.5rem))] overflow-y-auto"
    >
      {prompts.map((prompt) => (
        <li key={prompt}>
          <button
            type="button"
            onClick={() => onChoose(prompt)}
            className="w-full rounded-control px-3 py-2 text-left text-body transition-colors hover:bg-hover"
          >
            <span className="line-clamp-2 wrap-anywhere">{prompt}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The prompts of records, newest first, each once. */
function promptsOf(generations: readonly GenerationView[]): string[] {
  const prompts = generations.flatMap((generation) => {
    const prompt = generation.input[modelOf(generation)?.promptField ?? 'prompt']
    return typeof prompt === 'string' && prompt.trim() !== '' ? [prompt] : []
  })
  return [...new Set(prompts)].slice(0, maxPrompts)
}
