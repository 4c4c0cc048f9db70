import { useId } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { type Task, tasks } from './tasks.ts'

type TaskChoiceProps = { value: Task; onChange: (task: Task) => void }

/** What the program is to do: a radio group that wraps on narrow windows. */
export function TaskChoice({ value, onChange }: TaskChoiceProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={m.examples_task()} className="-mx-1 flex flex-wrap gap-1">
      {tasks.map((task) => (
        <label
          key={task.generationType}
          className="relative flex min-h-control items-center rounded-control px-3 text-body text-quiet transition-colors hover:bg-hover hover:text-text has-checked:bg-pressed has-checked:font-medium has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={task === value}
            onChange={() => onChange(task)}
          />
          {task.label()}
        </label>
      ))}
    </div>
  )
}
