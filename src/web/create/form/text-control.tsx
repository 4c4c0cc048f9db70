import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { Lightbulb } from '#web/ui/icons/form-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import type { ControlInput } from './control-props.ts'
import { PromptTools } from './prompt-tools.ts'
import { RecentPrompts } from './recent-prompts.tsx'

export function TextControl({
  control,
  text,
  hint,
  error,
  value,
  values,
  examples,
  isPrompt,
  model,
  onChange,
}: ControlInput<'text'>) {
  const typed = typeof value === 'string' ? value : ''
  return (
    <Field
      label={text.label()}
      hint={hint}
      error={error}
      aside={
        <span className="flex flex-wrap items-center justify-end gap-x-2 gap-y-3">
          <Counter text={typed} max={control.maxLength} />
          {isPrompt && <RecentPrompts kind={model.kind} value={typed} onChoose={onChange} />}
          {isPrompt && <PromptTools {...{ model, values, onChange }} value={typed} />}
          {examples && <Examples examples={examples} onChoose={onChange} />}
        </span>
      }
    >
      {(props) => (
        <TextArea
          {...props}
          value={typed}
          onChange={onChange}
          lines={control.lines}
          placeholder={text.example?.()}
        />
      )}
    </Field>
  )
}

/** Shown near the limit. Counts characters as users do, so an emoji is one. */
function Counter({ text, max }: { text: string; max: number }) {
  // Code points are never more than code units, so short texts need no counting.
  const count = text.length > max * 0.8 ? [...text].length : 0
  if (count <= max * 0.8) return null
  return (
    <span className={`text-small tabular-nums ${count > max ? 'text-bad' : 'text-quiet'}`}>
      {m.create_counter({ count, max })}
    </span>
  )
}

/** Example prompts, behind a small button; selecting one replaces the text. */
function Examples({
  examples,
  onChoose,
}: {
  examples: readonly string[]
  onChoose: (text: string) => void
}) {
  return (
    <Popover
      label={m.create_examples()}
      trigger={(trigger) => (
        <Button
          {...trigger}
          variant="quiet"
          size="small"
          icon={Lightbulb}
          className="-my-1 -mr-2.5"
        >
          {m.create_examples()}
        </Button>
      )}
    >
      {(close) => (
        <ul className="w-[min(20.5rem,calc(100vw-2.5rem))]">
          {examples.map((example) => (
            <li key={example}>
              <button
                type="button"
                onClick={() => {
                  onChoose(example)
                  close()
                }}
                className="w-full rounded-control px-3 py-2 text-left text-body transition-colors hover:bg-hover"
              >
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
